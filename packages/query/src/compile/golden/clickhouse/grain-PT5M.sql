SELECT toStartOfInterval(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), INTERVAL 300 SECOND) AS `ts__`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY toStartOfInterval(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), INTERVAL 300 SECOND)
ORDER BY `ts__` ASC
LIMIT 100
-- parameters: []
