SELECT "country" AS "country", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY "country"
HAVING (SUM(revenue) > 100)
ORDER BY "country" ASC
LIMIT 100
-- parameters: []
