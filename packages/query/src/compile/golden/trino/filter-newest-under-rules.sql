SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE (region = 'EU') AND "ds" = (SELECT MAX("ds") FROM "main"."orders" WHERE (region = 'EU'))
LIMIT 100
-- parameters: []
