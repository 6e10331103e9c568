SELECT date("ts", 'start of month', '-' || ((strftime('%m', "ts") - 1) % 3) || ' months') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date("ts", 'start of month', '-' || ((strftime('%m', "ts") - 1) % 3) || ' months')
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
