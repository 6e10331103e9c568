SELECT CAST("ts" AS DATE) - CAST(dayofweek(CAST("ts" AS DATE)) AS INTEGER) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY CAST("ts" AS DATE) - CAST(dayofweek(CAST("ts" AS DATE)) AS INTEGER)
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
