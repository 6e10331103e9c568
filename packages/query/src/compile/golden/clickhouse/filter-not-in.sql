SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE NOT (`country` = {p1:String}) AND `qty` NOT IN (toInt64({p2:String}), toInt64({p3:String}))
LIMIT 100
-- parameters: ["NZ","1n","2n"]
