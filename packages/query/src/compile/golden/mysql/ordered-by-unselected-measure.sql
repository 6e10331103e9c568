SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY `country`
ORDER BY SUM(`revenue`) DESC, `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: []
