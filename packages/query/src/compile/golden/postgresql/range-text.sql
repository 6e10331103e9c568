SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= $1 AND "ts" < $2
LIMIT 100
-- parameters: ["2024-01-01","2024-01-02 01:00:00"]
