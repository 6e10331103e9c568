SELECT DATE(`ts`) AS `ts__`, SUM(`revenue`) AS `revenue__`
FROM `main`.`orders`
WHERE `revenue` >= ?
GROUP BY DATE(`ts`)
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: [1]
