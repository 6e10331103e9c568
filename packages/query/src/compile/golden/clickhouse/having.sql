SELECT `country` AS `country`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY `country`
HAVING (SUM(revenue) > 100)
ORDER BY `country` ASC
LIMIT 100
-- parameters: []
