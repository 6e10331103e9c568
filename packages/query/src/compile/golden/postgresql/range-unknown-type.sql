SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= CAST($1 AS timestamp) AND "ts" < CAST($2 AS timestamp)
LIMIT 100
-- parameters: ["2024-01-01 00:00:00","2024-01-02 01:00:00"]
