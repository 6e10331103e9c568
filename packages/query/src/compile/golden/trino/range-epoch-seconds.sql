SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= ? AND "ts" < ?
LIMIT 100
-- parameters: [1704067200,1704157200]
