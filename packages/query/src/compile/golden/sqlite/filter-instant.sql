SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" = ?
LIMIT 100
-- parameters: ["2024-01-01"]
