SELECT `country` AS `country`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY `SUM(revenue)__` DESC, `country` ASC
LIMIT 20 OFFSET 40
-- parameters: []
