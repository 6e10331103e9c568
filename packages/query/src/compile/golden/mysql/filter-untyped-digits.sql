SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `half` NOT IN (?, ?)
LIMIT 100
-- parameters: ["10","ten"]
