SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" < CAST($1 AS numeric)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: [2.5]
