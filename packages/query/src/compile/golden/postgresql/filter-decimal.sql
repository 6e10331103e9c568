SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "price" < CAST($1 AS numeric)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["12345678901234567.89"]
