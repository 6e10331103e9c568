SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE NOT ("country" = $1) AND "qty" NOT IN (CAST($2 AS bigint), CAST($3 AS bigint))
LIMIT 100
-- parameters: ["NZ","1n","2n"]
