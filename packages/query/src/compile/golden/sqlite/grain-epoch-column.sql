SELECT strftime('%Y-%m-%d %H:00:00', datetime("ts" / 1000.0, 'unixepoch')) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d %H:00:00', datetime("ts" / 1000.0, 'unixepoch'))
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
