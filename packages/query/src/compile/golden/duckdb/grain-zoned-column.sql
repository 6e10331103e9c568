SELECT CAST(make_timestamp(epoch_us("ts")) AS DATE) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY CAST(make_timestamp(epoch_us("ts")) AS DATE)
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
