SELECT date_trunc('day', ("ts" + make_interval(secs => CASE WHEN "ts" < TIMESTAMP '2024-11-03 06:00:00' THEN CASE WHEN "ts" < TIMESTAMP '2024-03-10 07:00:00' THEN -18000 ELSE -14400 END ELSE -18000 END))) AS "ts", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= CAST($1 AS timestamp) AND "ts" < CAST($2 AS timestamp)
GROUP BY date_trunc('day', ("ts" + make_interval(secs => CASE WHEN "ts" < TIMESTAMP '2024-11-03 06:00:00' THEN CASE WHEN "ts" < TIMESTAMP '2024-03-10 07:00:00' THEN -18000 ELSE -14400 END ELSE -18000 END)))
ORDER BY "ts" ASC
LIMIT 100
-- parameters: ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
