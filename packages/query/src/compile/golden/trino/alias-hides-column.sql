SELECT date_trunc('day', "ts") AS "ts", SUM("revenue") AS "revenue"
FROM "main"."orders"
WHERE "revenue" >= ?
GROUP BY date_trunc('day', "ts")
ORDER BY "ts" ASC
LIMIT 100
-- parameters: [1]
