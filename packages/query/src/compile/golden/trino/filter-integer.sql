SELECT "country" AS "country", COUNT(*) AS "count"
FROM "main"."orders"
WHERE "id" = ?
GROUP BY "country"
ORDER BY "country" ASC
LIMIT 100
-- parameters: ["9007199254740993n"]
