SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "region" = ? AND CASE WHEN "region" = ? THEN "country" = ? OR (1 = 1 OR 2 = 2) ELSE 1 = 0 END
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["EU","EU","NZ"]
