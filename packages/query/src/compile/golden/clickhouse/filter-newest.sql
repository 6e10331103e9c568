SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ds` = (SELECT MAX(`ds`) FROM `main`.`orders`)
LIMIT 100
-- parameters: []
