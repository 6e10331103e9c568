SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" = CAST($1 AS TIMESTAMP)
LIMIT 100
-- parameters: ["2024-01-01 00:00:00"]
