SELECT date("ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date("ts")
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
