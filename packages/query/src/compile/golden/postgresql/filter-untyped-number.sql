SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" = CAST($1 AS bigint)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["10n"]
