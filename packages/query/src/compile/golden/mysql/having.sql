SELECT `country` AS `country`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY `country`
HAVING (SUM(revenue) > 100)
ORDER BY `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: []
