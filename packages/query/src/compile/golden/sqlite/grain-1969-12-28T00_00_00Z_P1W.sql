SELECT date(date("ts"), '-' || strftime('%w', date("ts")) || ' days') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date(date("ts"), '-' || strftime('%w', date("ts")) || ' days')
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
