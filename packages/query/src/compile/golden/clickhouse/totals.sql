SELECT COUNT(*) AS `count__`, SUM(`revenue`) AS `SUM(revenue)__`
FROM `main`.`orders`
-- parameters: []
