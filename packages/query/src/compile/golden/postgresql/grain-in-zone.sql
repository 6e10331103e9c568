SELECT date_trunc('day', (("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York')) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= CAST($1 AS timestamp) AND "ts" < CAST($2 AS timestamp)
GROUP BY date_trunc('day', (("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York'))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
