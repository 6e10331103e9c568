SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" IS NULL OR "country" IN ($1)
LIMIT 100
-- parameters: ["NZ"]
