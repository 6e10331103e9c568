SELECT date_trunc('month', CAST("ts" AS timestamp(6))) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('month', CAST("ts" AS timestamp(6)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
