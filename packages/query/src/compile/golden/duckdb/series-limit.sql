SELECT "country" AS "country", (CAST("ts" AS DATE) - CAST(day(CAST("ts" AS DATE)) - 1 AS INTEGER)) AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
JOIN (
SELECT "country" AS "series_0__", SUM("revenue") AS "mme_inner__"
FROM "main"."orders"
WHERE "region" = $1 AND "device" <> $2
GROUP BY "country"
ORDER BY "mme_inner__" DESC, "series_0__" ASC
LIMIT 5
) AS "series_limit" ON "country" IS NOT DISTINCT FROM "series_limit"."series_0__"
WHERE "region" = $3 AND "device" <> $4
GROUP BY "country", (CAST("ts" AS DATE) - CAST(day(CAST("ts" AS DATE)) - 1 AS INTEGER))
ORDER BY "country" ASC, "ts" ASC
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
