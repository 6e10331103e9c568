SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" = CAST(? AS timestamp(3))
LIMIT 100
-- parameters: ["2024-01-01 00:00:00"]
