SELECT CAST("ts" AS DATE) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY CAST("ts" AS DATE)
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
