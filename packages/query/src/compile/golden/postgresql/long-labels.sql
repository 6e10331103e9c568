SELECT "country" AS "éééééééééé_0", COUNT(*) AS "éééééééééé_1"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "éééééééééé_1" DESC NULLS LAST, "éééééééééé_0" ASC
LIMIT 100
-- parameters: []
