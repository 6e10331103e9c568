SELECT date_trunc('day', CAST(with_timezone("ts", 'UTC') AT TIME ZONE 'America/New_York' AS timestamp(6))) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY date_trunc('day', CAST(with_timezone("ts", 'UTC') AT TIME ZONE 'America/New_York' AS timestamp(6)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
