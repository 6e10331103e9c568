SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE lower("country") NOT LIKE lower(?)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["nz%"]
