SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" IN (?, ?)
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["10n","10"]
