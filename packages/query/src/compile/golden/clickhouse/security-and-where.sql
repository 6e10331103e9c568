SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `region` = {p1:String} AND CASE WHEN `region` = {p2:String} THEN `country` = {p3:String} OR (1 = 1 OR 2 = 2) ELSE 1 = 0 END
GROUP BY `country`
ORDER BY `country` ASC
LIMIT 100
-- parameters: ["EU","EU","NZ"]
