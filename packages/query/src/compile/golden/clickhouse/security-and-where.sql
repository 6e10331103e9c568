SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `region` = {p1:String} AND (`country` = {p2:String} OR (1 = 1 OR 2 = 2))
GROUP BY `country`
ORDER BY `country` ASC
LIMIT 100
-- parameters: ["EU","NZ"]
