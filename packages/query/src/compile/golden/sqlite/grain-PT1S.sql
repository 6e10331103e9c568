SELECT strftime('%Y-%m-%d %H:%M:%S', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d %H:%M:%S', "ts")
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
