SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= ? AND `ts` < ?
LIMIT 100
-- parameters: [1704067200000,1704157200000]
