SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" IS NULL OR "country" IN (?)
LIMIT 100
-- parameters: ["NZ"]
