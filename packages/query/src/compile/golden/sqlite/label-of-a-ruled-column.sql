SELECT CASE WHEN 1 = 1 THEN 'EU' END AS "tenant___", COUNT(*) AS "count"
FROM "main"."orders"
WHERE (tenant__ = 'EU')
GROUP BY CASE WHEN 1 = 1 THEN 'EU' END
ORDER BY "tenant___" ASC NULLS LAST
LIMIT 100
-- parameters: []
