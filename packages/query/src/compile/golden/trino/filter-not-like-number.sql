SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE CAST("id" AS VARCHAR) NOT LIKE ?
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["1%"]
