SELECT `country` AS `country`, DATE(`ts`) - INTERVAL (DAYOFMONTH(`ts`) - 1) DAY AS `ts__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
JOIN (
SELECT `country` AS `series_0__`, SUM(`revenue`) AS `mme_inner__`
FROM `main`.`orders`
WHERE `region` = ? AND `device` <> ?
GROUP BY `country`
ORDER BY `mme_inner__` DESC, `series_0__` IS NULL, `series_0__` ASC
LIMIT 5
) AS `series_limit` ON `country` <=> `series_limit`.`series_0__`
WHERE `region` = ? AND `device` <> ?
GROUP BY `country`, DATE(`ts`) - INTERVAL (DAYOFMONTH(`ts`) - 1) DAY
ORDER BY `country` IS NULL, `country` ASC, `ts__` IS NULL, `ts__` ASC
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
