SELECT DATE(CONVERT_TZ(`ts`, '+00:00', 'America/New_York')) AS `ts__`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY DATE(CONVERT_TZ(`ts`, '+00:00', 'America/New_York'))
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
