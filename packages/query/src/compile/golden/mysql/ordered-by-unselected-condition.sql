SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY (MAX(ok) OR MIN(ok)) IS NULL, (MAX(ok) OR MIN(ok)) ASC, `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: []
