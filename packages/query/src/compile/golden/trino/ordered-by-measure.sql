SELECT "country" AS "country", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "SUM(revenue)" DESC, "country" ASC
OFFSET 40 LIMIT 20
-- parameters: []
