SELECT COUNT(*) AS "rowcount"
FROM (
SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
GROUP BY "country"
LIMIT 100
) AS "rowcount_qry"
-- parameters: []
