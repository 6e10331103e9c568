SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "price" < $1
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["12345678901234567.89"]
