SELECT "country" AS "country"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: []
