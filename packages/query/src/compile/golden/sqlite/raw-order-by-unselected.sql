SELECT "country" AS "country"
FROM "main"."orders"
ORDER BY "id" ASC NULLS LAST
LIMIT 100
-- parameters: []
