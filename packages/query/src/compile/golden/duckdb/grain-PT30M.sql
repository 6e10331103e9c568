SELECT time_bucket(INTERVAL '30 minutes', CAST("ts" AS TIMESTAMP)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY time_bucket(INTERVAL '30 minutes', CAST("ts" AS TIMESTAMP))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
