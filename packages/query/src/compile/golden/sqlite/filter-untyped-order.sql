SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE CASE WHEN typeof("half") = 'text' THEN "half" < ? ELSE "half" < ? END
GROUP BY "country"
ORDER BY "country" ASC NULLS LAST
LIMIT 100
-- parameters: ["2.5",2.5]
