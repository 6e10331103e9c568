SELECT (CAST("ts" AS DATE) - CAST(day(CAST("ts" AS DATE)) - 1 AS INTEGER)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY (CAST("ts" AS DATE) - CAST(day(CAST("ts" AS DATE)) - 1 AS INTEGER))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
