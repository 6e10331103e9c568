SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `region` = ? AND (`country` = ? OR (1 = 1 OR 2 = 2))
GROUP BY `country`
ORDER BY `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: ["EU","NZ"]
