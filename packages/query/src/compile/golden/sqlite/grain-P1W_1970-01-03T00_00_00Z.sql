SELECT date(date("ts"), 'weekday 6') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date(date("ts"), 'weekday 6')
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
