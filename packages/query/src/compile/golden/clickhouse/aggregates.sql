SELECT AVG(`qty`) AS `AVG__`, COUNT(`qty`) AS `COUNT__`, COUNT(DISTINCT `qty`) AS `COUNT_DISTINCT__`, MAX(`qty`) AS `MAX__`, MIN(`qty`) AS `MIN__`, SUM(`qty`) AS `SUM__`
FROM `main`.`orders`
LIMIT 100
-- parameters: []
