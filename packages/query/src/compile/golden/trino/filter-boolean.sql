SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ok" IS TRUE AND "ok" = ?
LIMIT 100
-- parameters: [false]
