SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE ("ts" >= ? AND ("ts" >= ? OR strftime('%Y-%m-%d %H:%M:%f', "ts") >= ?)) AND ("ts" < ? AND ("ts" < ? OR strftime('%Y-%m-%d %H:%M:%f', "ts") < ?))
LIMIT 100
-- parameters: ["2023-12-31","2024-01-03","2024-01-01 00:00:00.000","2024-01-04","2024-01-01","2024-01-02 01:00:00.000"]
