SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" NOT IN ($1, $2)
LIMIT 100
-- parameters: ["10","ten"]
