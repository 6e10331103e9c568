SELECT "country" AS "country", date("ts", 'start of month') AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
JOIN (
SELECT "country" AS "series_0__", SUM("revenue") AS "mme_inner__"
FROM "main"."orders"
WHERE "region" = ? AND "device" <> ?
GROUP BY "country"
ORDER BY "mme_inner__" DESC, "series_0__" ASC NULLS LAST
LIMIT 5
) AS "series_limit" ON "country" IS "series_limit"."series_0__"
WHERE "region" = ? AND "device" <> ?
GROUP BY "country", date("ts", 'start of month')
ORDER BY "country" ASC NULLS LAST, "ts" ASC NULLS LAST
LIMIT 100
-- parameters: ["EU","tv","EU","tv"]
