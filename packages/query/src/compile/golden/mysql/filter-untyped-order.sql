SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `half` < ?
GROUP BY `country`
ORDER BY `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: [2.5]
