SELECT toDate32(toDateTime64(toString(toTimeZone(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), 'America/New_York')), 3, 'UTC')) AS `ts__`, COUNT(*) AS `count__`
FROM `main`.`orders`
GROUP BY toDate32(toDateTime64(toString(toTimeZone(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), 'America/New_York')), 3, 'UTC'))
ORDER BY `ts__` ASC
LIMIT 100
-- parameters: []
