SELECT "country" AS "country", COUNT(*) AS "count"
FROM (
WITH a AS (SELECT * FROM t WHERE x = '--') SELECT * FROM a
) AS "virtual_table"
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: []
