SELECT date_trunc('week', "ts" + INTERVAL '1 day') - INTERVAL '1 day' AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('week', "ts" + INTERVAL '1 day') - INTERVAL '1 day'
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
