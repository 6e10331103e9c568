SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" LIKE $1
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["N%"]
