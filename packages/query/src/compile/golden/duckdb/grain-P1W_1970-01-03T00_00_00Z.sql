SELECT CAST("ts" AS DATE) - CAST(dayofweek(CAST("ts" AS DATE)) AS INTEGER) + 6 AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY CAST("ts" AS DATE) - CAST(dayofweek(CAST("ts" AS DATE)) AS INTEGER) + 6
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
