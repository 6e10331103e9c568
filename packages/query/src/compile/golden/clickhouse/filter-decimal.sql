SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `price` < toDecimal256({p1:String}, 2)
GROUP BY `country`
ORDER BY `country` ASC
LIMIT 100
-- parameters: ["12345678901234567.89"]
