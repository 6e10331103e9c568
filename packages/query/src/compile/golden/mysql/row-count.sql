SELECT COUNT(*) AS `rowcount`
FROM (
SELECT `country` AS `country`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY `country`
LIMIT 100
) AS `rowcount_qry`
-- parameters: []
