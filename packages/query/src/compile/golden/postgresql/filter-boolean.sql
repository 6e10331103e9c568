SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ok" IS TRUE AND "ok" = $1
LIMIT 100
-- parameters: [false]
