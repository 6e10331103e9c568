SELECT CAST(DATE(`ts`) AS DATETIME) + INTERVAL (HOUR(`ts`) * 3600 + MINUTE(`ts`) * 60 + SECOND(`ts`)) DIV 3600 * 3600 SECOND AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
GROUP BY CAST(DATE(`ts`) AS DATETIME) + INTERVAL (HOUR(`ts`) * 3600 + MINUTE(`ts`) * 60 + SECOND(`ts`)) DIV 3600 * 3600 SECOND
ORDER BY `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: []
