SELECT date_trunc('week', "ts" + INTERVAL '1 day') - INTERVAL '1 day' + INTERVAL '6 days' AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('week', "ts" + INTERVAL '1 day') - INTERVAL '1 day' + INTERVAL '6 days'
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
