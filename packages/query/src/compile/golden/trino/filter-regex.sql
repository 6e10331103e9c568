SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE regexp_like("country", ?)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["^N"]
