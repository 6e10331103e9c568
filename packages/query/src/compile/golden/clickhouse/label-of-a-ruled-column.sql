SELECT CASE WHEN 1 = 1 THEN 'EU' END AS `tenant___`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE (tenant__ = 'EU')
GROUP BY CASE WHEN 1 = 1 THEN 'EU' END
ORDER BY `tenant___` ASC
LIMIT 100
-- parameters: []
