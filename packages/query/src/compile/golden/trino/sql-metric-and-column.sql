SELECT upper(country) AS "G", SUM(revenue) / COUNT(*) AS "average"
FROM "main"."orders"
GROUP BY upper(country)
ORDER BY "average" DESC, "G" ASC
LIMIT 100
-- parameters: []
