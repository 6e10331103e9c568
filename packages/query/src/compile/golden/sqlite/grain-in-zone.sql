SELECT date(datetime(strftime('%Y-%m-%d %H:%M:%S', "ts"), (CASE WHEN unixepoch(strftime('%Y-%m-%d %H:%M:%S', "ts")) < 1730613600 THEN CASE WHEN unixepoch(strftime('%Y-%m-%d %H:%M:%S', "ts")) < 1710054000 THEN -18000 ELSE -14400 END ELSE -18000 END) || ' seconds')) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
WHERE ("ts" >= ? AND ("ts" >= ? OR strftime('%Y-%m-%d %H:%M:%f', "ts") >= ?)) AND ("ts" < ? AND ("ts" < ? OR strftime('%Y-%m-%d %H:%M:%f', "ts") < ?))
GROUP BY date(datetime(strftime('%Y-%m-%d %H:%M:%S', "ts"), (CASE WHEN unixepoch(strftime('%Y-%m-%d %H:%M:%S', "ts")) < 1730613600 THEN CASE WHEN unixepoch(strftime('%Y-%m-%d %H:%M:%S', "ts")) < 1710054000 THEN -18000 ELSE -14400 END ELSE -18000 END) || ' seconds'))
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: ["2023-12-31","2024-01-03","2024-01-01 00:00:00.000","2025-01-03","2024-12-31","2025-01-01 00:00:00.000"]
