SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "revenue" >= ?
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: [0.1]
