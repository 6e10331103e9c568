SELECT date_trunc('second', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('second', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
