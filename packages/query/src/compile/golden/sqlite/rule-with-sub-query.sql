SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE ((region IN (SELECT region FROM mine)) OR (current_setting('x') = region)) AND CASE WHEN (region IN (SELECT region FROM mine)) OR (current_setting('x') = region) THEN (1 = 1 OR 2 = 2) ELSE 1 = 0 END
LIMIT 100
-- parameters: []
