SELECT DATE(`ts`) - INTERVAL (DAYOFMONTH(`ts`) - 1) DAY AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY DATE(`ts`) - INTERVAL (DAYOFMONTH(`ts`) - 1) DAY
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
