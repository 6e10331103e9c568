SELECT date_trunc('minute', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('minute', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
