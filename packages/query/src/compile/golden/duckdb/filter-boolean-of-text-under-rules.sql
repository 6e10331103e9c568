SELECT COUNT(*) AS "count"
FROM "main"."orders"
WHERE (region = 'EU') AND "ok" IS FALSE AND CASE WHEN (region = 'EU') THEN "flag" IS TRUE ELSE 1 = 0 END
LIMIT 100
-- parameters: []
