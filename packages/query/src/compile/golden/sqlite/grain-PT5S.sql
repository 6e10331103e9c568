SELECT strftime('%Y-%m-%d %H:%M:', "ts") || printf('%02d', CAST(strftime('%S', "ts") AS INTEGER) / 5 * 5) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d %H:%M:', "ts") || printf('%02d', CAST(strftime('%S', "ts") AS INTEGER) / 5 * 5)
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
