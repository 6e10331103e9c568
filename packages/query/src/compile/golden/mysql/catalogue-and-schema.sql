SELECT COUNT(*) AS `count__`
FROM `lake`.`raw.v1`.`or"ders`
LIMIT 100
-- parameters: []
