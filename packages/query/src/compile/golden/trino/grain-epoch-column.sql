SELECT date_trunc('hour', CAST(from_unixtime("ts" / 1e3, 'UTC') AS timestamp(3))) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', CAST(from_unixtime("ts" / 1e3, 'UTC') AS timestamp(3)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
