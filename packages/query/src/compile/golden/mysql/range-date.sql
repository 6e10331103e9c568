SELECT COUNT(*) AS `count__`
FROM `main`.`orders`
WHERE `ts` >= CAST(? AS DATE) AND `ts` < CAST(? AS DATETIME(3))
LIMIT 100
-- parameters: ["2024-01-01","2024-01-02 01:00:00"]
