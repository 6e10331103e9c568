SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` = toDateTime64({p1:String}, 3, 'UTC')
LIMIT 100
-- parameters: ["2024-01-01 00:00:00"]
