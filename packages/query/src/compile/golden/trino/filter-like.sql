SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" LIKE ?
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["N%"]
