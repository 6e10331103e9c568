SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY sumOrNull(`revenue`) DESC, `country` ASC
LIMIT 100
-- parameters: []
