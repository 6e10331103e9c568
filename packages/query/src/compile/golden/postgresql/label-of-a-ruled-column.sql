SELECT CASE WHEN 1 = 1 THEN 'EU' END AS "tenant", COUNT(*) AS "count"
FROM "main"."orders"
WHERE (tenant__ = 'EU')
GROUP BY CASE WHEN 1 = 1 THEN 'EU' END
ORDER BY "tenant" ASC
LIMIT 100
-- parameters: []
