SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ok` IS TRUE AND `ok` = CAST({p1:String} AS Bool)
LIMIT 100
-- parameters: [false]
