SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE CAST("id" AS TEXT) NOT GLOB ?
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["1*"]
