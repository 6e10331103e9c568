SELECT MAKEDATE(YEAR(`ts`), 1) AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY MAKEDATE(YEAR(`ts`), 1)
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
