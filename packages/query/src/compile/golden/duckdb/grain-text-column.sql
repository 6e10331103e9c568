SELECT date_trunc('month', CAST("ts" AS TIMESTAMP)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('month', CAST("ts" AS TIMESTAMP))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
