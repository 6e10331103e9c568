SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" < ?
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: [2.5]
