SELECT toStartOfQuarter(toDate32(toDateTime64(`ts`, 3, 'UTC'))) AS `ts__`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY toStartOfQuarter(toDate32(toDateTime64(`ts`, 3, 'UTC')))
ORDER BY `ts__` ASC
LIMIT 100
-- parameters: []
