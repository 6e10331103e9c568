SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "price" < CAST($1 AS DECIMAL(19,2))
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["12345678901234567.89"]
