SELECT "country" AS "country", date_trunc('month', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
JOIN (
SELECT "country" AS "series_0__", SUM("revenue") AS "mme_inner__"
FROM "main"."orders"
WHERE "region" = ? AND "device" <> ?
GROUP BY "country"
ORDER BY "mme_inner__" DESC, "series_0__" ASC
LIMIT 5
) AS "series_limit" ON COALESCE('=' || CAST("country" AS varchar), '') = COALESCE('=' || CAST("series_limit"."series_0__" AS varchar), '')
WHERE "region" = ? AND "device" <> ?
GROUP BY "country", date_trunc('month', "ts")
ORDER BY "country" ASC, "ts" ASC
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
