SELECT 'EU' AS "tenant___", COUNT(*) AS "count"
FROM "main"."orders"
WHERE (tenant__ = 'EU')
GROUP BY 'EU'
ORDER BY "tenant___" ASC
LIMIT 100
-- parameters: []
