SELECT "country" AS "country"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: []
