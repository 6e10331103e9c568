SELECT `country` AS `country`, toStartOfMonth(toDate32(toDateTime64(`ts`, 3, 'UTC'))) AS `ts__`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
JOIN (
SELECT `country` AS `series_0__`, sumOrNull(`revenue`) AS `mme_inner__`
FROM `main`.`orders`
WHERE `region` = {p1:String} AND `device` <> {p2:String}
GROUP BY `country`
ORDER BY `mme_inner__` DESC, `series_0__` ASC
LIMIT 5
) AS `series_limit` ON `country` <=> `series_limit`.`series_0__`
WHERE `region` = {p3:String} AND `device` <> {p4:String}
GROUP BY `country`, toStartOfMonth(toDate32(toDateTime64(`ts`, 3, 'UTC')))
ORDER BY `country` ASC, `ts__` ASC
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
