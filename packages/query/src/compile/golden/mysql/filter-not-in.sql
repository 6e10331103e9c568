SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE NOT (`country` = ?) AND `qty` NOT IN (CAST(? AS SIGNED), CAST(? AS SIGNED))
LIMIT 100
-- parameters: ["NZ","1n","2n"]
