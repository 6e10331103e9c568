SELECT date_trunc('hour', "ts") + minute("ts") / 15 * 15 * INTERVAL '1' MINUTE AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('hour', "ts") + minute("ts") / 15 * 15 * INTERVAL '1' MINUTE
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
