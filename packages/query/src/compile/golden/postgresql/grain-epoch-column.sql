SELECT date_trunc('hour', (to_timestamp("ts" / 1000.0) AT TIME ZONE 'UTC')) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', (to_timestamp("ts" / 1000.0) AT TIME ZONE 'UTC'))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
