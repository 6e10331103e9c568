SELECT 'EU' AS "tenant", COUNT(*) AS "count"
FROM "main"."orders"
WHERE (tenant__ = 'EU')
GROUP BY 'EU'
ORDER BY "tenant" ASC
LIMIT 100
-- parameters: []
