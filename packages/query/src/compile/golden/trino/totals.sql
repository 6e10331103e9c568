SELECT COUNT(*) AS "count", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
-- parameters: []
