SELECT date_trunc('year', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('year', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
