SELECT DATE(CAST(`ts` AS DATETIME(6))) - INTERVAL (DAYOFMONTH(CAST(`ts` AS DATETIME(6))) - 1) DAY AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY DATE(CAST(`ts` AS DATETIME(6))) - INTERVAL (DAYOFMONTH(CAST(`ts` AS DATETIME(6))) - 1) DAY
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
