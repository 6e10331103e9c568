SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `country` IS NULL OR `country` IN ({p1:String})
LIMIT 100
-- parameters: ["NZ"]
