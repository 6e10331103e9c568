SELECT date_trunc('quarter', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('quarter', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
