SELECT date_trunc('day', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('day', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
