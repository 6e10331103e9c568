SELECT `country` AS `country`, `city` AS `city`
FROM `main`.`orders`
ORDER BY `city` DESC
LIMIT 100
-- parameters: []
