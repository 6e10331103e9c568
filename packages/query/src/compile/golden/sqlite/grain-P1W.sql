SELECT date(date("ts"), '-' || ((strftime('%w', date("ts")) + 6) % 7) || ' days') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date(date("ts"), '-' || ((strftime('%w', date("ts")) + 6) % 7) || ' days')
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
