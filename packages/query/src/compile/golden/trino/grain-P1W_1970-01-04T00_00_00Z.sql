SELECT date_trunc('week', "ts") + INTERVAL '6' DAY AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('week', "ts") + INTERVAL '6' DAY
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
