SELECT date_trunc('hour', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
