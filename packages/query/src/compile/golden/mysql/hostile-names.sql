SELECT `a"; DROP TABLE t --` AS `a"; DROP TABLE t --`, `b]``
` AS `b]``
`, COUNT(*) AS `SUM('x')__`
FROM `t"; DROP TABLE t --`
WHERE `'` = ?
GROUP BY `a"; DROP TABLE t --`, `b]``
`
ORDER BY `a"; DROP TABLE t --` IS NULL, `a"; DROP TABLE t --` ASC, `b]``
` IS NULL, `b]``
` ASC
LIMIT 100
-- parameters: ["'; DROP TABLE t; --"]
