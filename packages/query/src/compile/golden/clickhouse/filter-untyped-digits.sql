SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `half` NOT IN ({p1:String}, {p2:String})
LIMIT 100
-- parameters: ["10","ten"]
