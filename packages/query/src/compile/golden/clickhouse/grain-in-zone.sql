SELECT toDate32(addSeconds(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), CASE WHEN toDateTime64(`ts`, 3, 'UTC') < toDateTime64('2024-11-03 06:00:00', 3, 'UTC') THEN CASE WHEN toDateTime64(`ts`, 3, 'UTC') < toDateTime64('2024-03-10 07:00:00', 3, 'UTC') THEN -18000 ELSE -14400 END ELSE -18000 END)) AS `ts__`, COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= toDateTime64({p1:String}, 3, 'UTC') AND `ts` < toDateTime64({p2:String}, 3, 'UTC')
GROUP BY toDate32(addSeconds(toDateTime64(toDateTime64(`ts`, 3, 'UTC'), 3, 'UTC'), CASE WHEN toDateTime64(`ts`, 3, 'UTC') < toDateTime64('2024-11-03 06:00:00', 3, 'UTC') THEN CASE WHEN toDateTime64(`ts`, 3, 'UTC') < toDateTime64('2024-03-10 07:00:00', 3, 'UTC') THEN -18000 ELSE -14400 END ELSE -18000 END))
ORDER BY `ts__` ASC
LIMIT 100
-- parameters: ["2024-01-01 00:00:00","2025-01-01 00:00:00"]
