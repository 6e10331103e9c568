SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE regexp_matches("country", $1)
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["^N"]
