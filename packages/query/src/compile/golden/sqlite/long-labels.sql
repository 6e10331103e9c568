SELECT "country" AS "éééééééééééééééééééééééééééééééééééééééé", COUNT(*) AS "éééééééééééééééééééééééééééééééééééééééé!"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "éééééééééééééééééééééééééééééééééééééééé!" DESC, "éééééééééééééééééééééééééééééééééééééééé" ASC NULLS LAST
LIMIT 100
-- parameters: []
