SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" GLOB ?
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["N*"]
