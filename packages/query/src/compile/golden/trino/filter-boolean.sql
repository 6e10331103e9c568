SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ok" IS NOT DISTINCT FROM TRUE AND "ok" = ?
LIMIT 100
-- parameters: [false]
