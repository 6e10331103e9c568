SELECT `country` AS `country`
FROM `main`.`orders`
ORDER BY `id` ASC
LIMIT 100
-- parameters: []
