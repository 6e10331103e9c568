SELECT CAST("ts" AS DATE) AS "ts", SUM("revenue") AS "revenue"
FROM "main"."orders"
WHERE "revenue" >= $1
GROUP BY CAST("ts" AS DATE)
ORDER BY "ts" ASC
LIMIT 100
-- parameters: [1]
