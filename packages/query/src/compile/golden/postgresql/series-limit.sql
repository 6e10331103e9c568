SELECT "country" AS "country", date_trunc('month', "ts") AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
JOIN (
SELECT "country" AS "series_0__", SUM("revenue") AS "mme_inner__"
FROM "main"."orders"
WHERE "region" = $1 AND "device" <> $2
GROUP BY "country"
ORDER BY "mme_inner__" DESC NULLS LAST, "series_0__" ASC
LIMIT 5
) AS "series_limit" ON ARRAY["country"] = ARRAY["series_limit"."series_0__"]
WHERE "region" = $3 AND "device" <> $4
GROUP BY "country", date_trunc('month', "ts")
ORDER BY "country" ASC, "ts" ASC
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
