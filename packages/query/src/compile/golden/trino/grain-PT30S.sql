SELECT date_trunc('minute', "ts") + second("ts") / 30 * 30 * INTERVAL '1' SECOND AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('minute', "ts") + second("ts") / 30 * 30 * INTERVAL '1' SECOND
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
