SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= $1 AND "ts" < $2
LIMIT 100
-- parameters: [1704067200,1704157200]
