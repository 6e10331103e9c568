SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY "country"
ORDER BY SUM("revenue") DESC, "country" ASC
LIMIT 100
-- parameters: []
