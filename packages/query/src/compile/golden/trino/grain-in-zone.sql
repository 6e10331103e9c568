SELECT date_trunc('day', CAST(with_timezone("ts", 'UTC') AT TIME ZONE 'America/New_York' AS timestamp(6))) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= CAST(? AS timestamp(3)) AND "ts" < CAST(? AS timestamp(3))
GROUP BY date_trunc('day', CAST(with_timezone("ts", 'UTC') AT TIME ZONE 'America/New_York' AS timestamp(6)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
