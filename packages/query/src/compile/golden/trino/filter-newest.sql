SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "ds" = (SELECT MAX("ds") FROM "main"."orders")
LIMIT 100
-- parameters: []
