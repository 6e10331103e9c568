SELECT date_trunc('hour', make_timestamp(CAST(CAST("ts" AS DOUBLE) * 1000 AS BIGINT))) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', make_timestamp(CAST(CAST("ts" AS DOUBLE) * 1000 AS BIGINT)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
