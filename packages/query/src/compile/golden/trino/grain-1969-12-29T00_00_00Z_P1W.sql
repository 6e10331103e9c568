SELECT date_trunc('week', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('week', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
