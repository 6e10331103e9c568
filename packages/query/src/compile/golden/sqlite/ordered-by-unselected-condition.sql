SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY "country"
ORDER BY (MAX(ok) OR MIN(ok)) ASC NULLS LAST, "country" ASC NULLS LAST
LIMIT 100
-- parameters: []
