SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `region` = ? AND CASE WHEN `region` = ? THEN `country` = ? OR (1 = 1 OR 2 = 2) ELSE 1 = 0 END
GROUP BY `country`
ORDER BY `country` IS NULL, `country` ASC
LIMIT 100
-- parameters: ["EU","EU","NZ"]
