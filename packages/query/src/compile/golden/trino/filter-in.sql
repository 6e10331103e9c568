SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "country" IN (?, ?)
LIMIT 100
-- parameters: ["NZ","O'Brien"]
