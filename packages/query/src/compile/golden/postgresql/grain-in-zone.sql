SELECT date_trunc('day', (("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York')) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY date_trunc('day', (("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York'))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
