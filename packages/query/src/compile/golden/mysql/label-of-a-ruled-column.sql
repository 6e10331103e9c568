SELECT 'EU' AS `tenant___`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE (tenant__ = 'EU')
GROUP BY 'EU'
ORDER BY `tenant___` IS NULL, `tenant___` ASC
LIMIT 100
-- parameters: []
