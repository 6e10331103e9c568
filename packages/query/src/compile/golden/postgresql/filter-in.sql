SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" IN ($1, $2)
LIMIT 100
-- parameters: ["NZ","O'Brien"]
