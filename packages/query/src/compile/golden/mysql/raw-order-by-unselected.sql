SELECT `country` AS `country`
FROM `main`.`orders`
ORDER BY `id` IS NULL, `id` ASC
LIMIT 100
-- parameters: []
