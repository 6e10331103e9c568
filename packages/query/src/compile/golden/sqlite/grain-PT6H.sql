SELECT strftime('%Y-%m-%d ', "ts") || printf('%02d:00:00', CAST(strftime('%H', "ts") AS INTEGER) / 6 * 6) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d ', "ts") || printf('%02d:00:00', CAST(strftime('%H', "ts") AS INTEGER) / 6 * 6)
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
