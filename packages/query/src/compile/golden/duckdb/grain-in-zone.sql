SELECT CAST((("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York') AS DATE) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY CAST((("ts" AT TIME ZONE 'UTC') AT TIME ZONE 'America/New_York') AS DATE)
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
