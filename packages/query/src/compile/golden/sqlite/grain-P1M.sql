SELECT date("ts", 'start of month') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date("ts", 'start of month')
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
