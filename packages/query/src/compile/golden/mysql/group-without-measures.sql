SELECT `country` AS `country`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: []
