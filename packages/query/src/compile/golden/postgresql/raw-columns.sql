SELECT "country" AS "country", "city" AS "city"
FROM "main"."orders"
ORDER BY "city" DESC NULLS LAST
LIMIT 100
-- parameters: []
