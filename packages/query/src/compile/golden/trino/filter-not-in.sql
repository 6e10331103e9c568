SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE NOT ("country" = ?) AND "qty" NOT IN (?, ?)
LIMIT 100
-- parameters: ["NZ","1n","2n"]
