SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `country` IN ({p1:String}, {p2:String})
LIMIT 100
-- parameters: ["NZ","O'Brien"]
