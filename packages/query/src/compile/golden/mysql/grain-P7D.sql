SELECT DATE(`ts`) - INTERVAL WEEKDAY(`ts`) DAY AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY DATE(`ts`) - INTERVAL WEEKDAY(`ts`) DAY
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
