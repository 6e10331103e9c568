SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `half` < toFloat64({p1:String})
GROUP BY `country`
ORDER BY `country` ASC
LIMIT 100
-- parameters: [2.5]
