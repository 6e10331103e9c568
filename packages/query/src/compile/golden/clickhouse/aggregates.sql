SELECT avgOrNull(`qty`) AS `AVG__`, COUNT(`qty`) AS `COUNT__`, COUNT(DISTINCT `qty`) AS `COUNT_DISTINCT__`, maxOrNull(`qty`) AS `MAX__`, minOrNull(`qty`) AS `MIN__`, sumOrNull(`qty`) AS `SUM__`
FROM `main`.`orders`
LIMIT 100
-- parameters: []
