SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= toFloat64({p1:String}) AND `ts` < toFloat64({p2:String})
LIMIT 100
-- parameters: [1704067200000,1704157200000]
