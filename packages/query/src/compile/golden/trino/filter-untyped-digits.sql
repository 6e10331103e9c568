SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE "half" NOT IN (?, ?)
LIMIT 100
-- parameters: ["10","ten"]
