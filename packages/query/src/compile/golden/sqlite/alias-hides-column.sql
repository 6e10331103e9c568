SELECT date("ts") AS "ts", SUM("revenue") AS "revenue"
FROM "main"."orders"
WHERE "revenue" >= ?
GROUP BY date("ts")
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: [1]
