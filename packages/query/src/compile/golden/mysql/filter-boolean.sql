SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ok` IS TRUE AND `ok` = ?
LIMIT 100
-- parameters: [false]
