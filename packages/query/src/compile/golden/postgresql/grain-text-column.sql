SELECT date_trunc('month', CAST("ts" AS timestamp)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('month', CAST("ts" AS timestamp))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
