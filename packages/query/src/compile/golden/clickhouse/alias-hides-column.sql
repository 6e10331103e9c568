SELECT toDate32(toDateTime64(`ts`, 3, 'UTC')) AS `ts__`, sumOrNull(`revenue`) AS `revenue__`
FROM `main`.`orders`
WHERE `revenue` >= toInt64({p1:String})
GROUP BY toDate32(toDateTime64(`ts`, 3, 'UTC'))
ORDER BY `ts__` ASC
LIMIT 100
-- parameters: [1]
