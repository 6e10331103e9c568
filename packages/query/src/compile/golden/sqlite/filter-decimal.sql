SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "price" < ?
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["12345678901234567.89"]
