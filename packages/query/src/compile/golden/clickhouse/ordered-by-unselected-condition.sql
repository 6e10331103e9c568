SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY (MAX(ok) OR MIN(ok)) ASC, `country` ASC
LIMIT 100
-- parameters: []
