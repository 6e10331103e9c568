SELECT MAKEDATE(YEAR(`ts`), 1) + INTERVAL (QUARTER(`ts`) - 1) QUARTER AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY MAKEDATE(YEAR(`ts`), 1) + INTERVAL (QUARTER(`ts`) - 1) QUARTER
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
