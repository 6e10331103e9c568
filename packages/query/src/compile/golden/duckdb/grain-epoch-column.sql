SELECT date_trunc('hour', make_timestamp(CAST("ts" AS BIGINT) * 1000)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', make_timestamp(CAST("ts" AS BIGINT) * 1000))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
