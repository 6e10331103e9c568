SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE (region = 'EU') AND "ok" IS NOT DISTINCT FROM FALSE AND CASE WHEN (region = 'EU') THEN "flag" IS NOT DISTINCT FROM TRUE ELSE 1 = 0 END
LIMIT 100
-- parameters: []
