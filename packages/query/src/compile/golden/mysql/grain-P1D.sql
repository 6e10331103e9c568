SELECT DATE(`ts`) AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY DATE(`ts`)
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
