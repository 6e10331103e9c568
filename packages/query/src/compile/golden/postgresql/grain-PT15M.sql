SELECT date_bin('15 minutes', "ts", TIMESTAMP '2000-01-03') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_bin('15 minutes', "ts", TIMESTAMP '2000-01-03')
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
