SELECT strftime('%Y-%m-%d %H:', "ts") || printf('%02d:00', CAST(strftime('%M', "ts") AS INTEGER) / 30 * 30) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY strftime('%Y-%m-%d %H:', "ts") || printf('%02d:00', CAST(strftime('%M', "ts") AS INTEGER) / 30 * 30)
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: []
