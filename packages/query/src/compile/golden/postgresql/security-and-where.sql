SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "region" = $1 AND CASE WHEN "region" = $2 THEN "country" = $3 OR (1 = 1 OR 2 = 2) ELSE 1 = 0 END
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["EU","EU","NZ"]
