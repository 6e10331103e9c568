SELECT "a""; DROP TABLE t --" AS "a""; DROP TABLE t --", "b]`
" AS "b]`
", COUNT(*) AS "SUM('x')"
FROM "t""; DROP TABLE t --"
WHERE "'" = ?
GROUP BY "a""; DROP TABLE t --", "b]`
"
ORDER BY "a""; DROP TABLE t --" ASC, "b]`
" ASC
LIMIT 100
-- parameters: ["'; DROP TABLE t; --"]
