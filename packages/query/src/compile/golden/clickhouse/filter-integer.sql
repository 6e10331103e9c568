SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `id` = toInt64({p1:String})
GROUP BY `country`
ORDER BY `country` ASC
LIMIT 100
-- parameters: ["9007199254740993n"]
