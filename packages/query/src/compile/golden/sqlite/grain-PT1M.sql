SELECT strftime('%Y-%m-%d %H:%M:00', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d %H:%M:00', "ts")
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
