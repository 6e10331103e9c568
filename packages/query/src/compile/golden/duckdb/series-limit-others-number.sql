SELECT CASE WHEN "series_limit"."kept__" = 1 THEN CAST("zip" AS VARCHAR) ELSE 'Others' END AS "zip", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
LEFT JOIN (
SELECT "zip" AS "series_0__", SUM("revenue") AS "mme_inner__", 1 AS "kept__"
FROM "main"."orders"
GROUP BY "zip"
ORDER BY "mme_inner__" ASC, "series_0__" ASC
LIMIT 5
) AS "series_limit" ON "zip" IS NOT DISTINCT FROM "series_limit"."series_0__"
GROUP BY CASE WHEN "series_limit"."kept__" = 1 THEN CAST("zip" AS VARCHAR) ELSE 'Others' END
ORDER BY "zip" ASC
-- parameters: []
