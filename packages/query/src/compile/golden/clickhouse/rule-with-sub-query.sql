SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE ((region IN (SELECT region FROM mine)) OR (current_setting('x') = region)) AND (1 = 1 OR 2 = 2)
LIMIT 100
-- parameters: []
