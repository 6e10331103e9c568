SELECT date(datetime("ts", (CASE WHEN unixepoch("ts") < 1730613600 THEN CASE WHEN unixepoch("ts") < 1710054000 THEN -18000 ELSE -14400 END ELSE -18000 END) || ' seconds')) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= ? AND "ts" < ?
GROUP BY date(datetime("ts", (CASE WHEN unixepoch("ts") < 1730613600 THEN CASE WHEN unixepoch("ts") < 1710054000 THEN -18000 ELSE -14400 END ELSE -18000 END) || ' seconds'))
ORDER BY "ts" ASC NULLS LAST
LIMIT 100
-- parameters: ["2024-01-01","2025-01-01"]
