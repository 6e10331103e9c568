SELECT date_trunc('month', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('month', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
