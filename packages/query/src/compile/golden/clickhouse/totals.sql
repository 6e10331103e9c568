SELECT COUNT(*) AS `count__`, sumOrNull(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
-- parameters: []
