SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE NOT ("country" = $1) AND "qty" NOT IN ($2, $3)
LIMIT 100
-- parameters: ["NZ","1n","2n"]
