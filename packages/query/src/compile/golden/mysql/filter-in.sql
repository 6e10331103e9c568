SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `country` IN (?, ?)
LIMIT 100
-- parameters: ["NZ","O'Brien"]
