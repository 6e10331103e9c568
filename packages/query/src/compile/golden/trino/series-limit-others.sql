SELECT CASE WHEN "series_limit"."kept__" = 1 THEN "country" ELSE 'Others' END AS "country", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
LEFT JOIN (
SELECT "country" AS "series_0__", SUM("revenue") AS "mme_inner__", 1 AS "kept__"
FROM "main"."orders"
GROUP BY "country"
ORDER BY "mme_inner__" DESC, "series_0__" ASC
LIMIT 5
) AS "series_limit" ON COALESCE('=' || CAST("country" AS varchar), '') = COALESCE('=' || CAST("series_limit"."series_0__" AS varchar), '')
GROUP BY CASE WHEN "series_limit"."kept__" = 1 THEN "country" ELSE 'Others' END
ORDER BY "country" ASC
-- parameters: []
