SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= {p1:String} AND `ts` < {p2:String}
LIMIT 100
-- parameters: ["2024-01-01","2024-01-02 01:00:00"]
