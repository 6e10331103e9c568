SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ts" >= CAST($1 AS double precision) AND "ts" < CAST($2 AS double precision)
LIMIT 100
-- parameters: [1704067200000,1704157200000]
