SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= toDate32({p1:String}) AND `ts` < toDateTime64({p2:String}, 3, 'UTC')
LIMIT 100
-- parameters: ["2024-01-01","2024-01-02 01:00:00"]
