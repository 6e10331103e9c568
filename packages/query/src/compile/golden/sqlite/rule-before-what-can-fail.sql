SELECT "country" AS "country", 1 / (amount - 7) AS "risky", COUNT(*) AS "count"
FROM "main"."orders"
JOIN (
SELECT 1 / (amount - 7) AS "series_0__", COUNT(*) AS "mme_inner__"
FROM "main"."orders"
WHERE (region IN (SELECT region FROM mine)) AND "country" = ? AND CASE WHEN (region IN (SELECT region FROM mine)) THEN "device" GLOB ? AND (1 / amount > 0) ELSE 1 = 0 END
GROUP BY 1 / (amount - 7)
HAVING CASE WHEN (COUNT(*) >= 0) THEN (1 / LENGTH(country) > 0) ELSE 1 = 0 END
ORDER BY "mme_inner__" DESC, "series_0__" ASC NULLS LAST
LIMIT 3
) AS "series_limit" ON CASE WHEN (region IN (SELECT region FROM mine)) THEN 1 / (amount - 7) END IS "series_limit"."series_0__"
WHERE (region IN (SELECT region FROM mine)) AND "country" = ? AND CASE WHEN (region IN (SELECT region FROM mine)) THEN "device" GLOB ? AND (1 / amount > 0) ELSE 1 = 0 END
GROUP BY "country", 1 / (amount - 7)
HAVING CASE WHEN (COUNT(*) >= 0) THEN (1 / LENGTH(country) > 0) ELSE 1 = 0 END
ORDER BY "country" ASC NULLS LAST, "risky" ASC NULLS LAST
LIMIT 100
-- parameters: ["NZ","x*","NZ","x*"]
