SELECT "country" AS "country", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "SUM(revenue)" DESC NULLS LAST, "country" ASC
LIMIT 20 OFFSET 40
-- parameters: []
