SELECT date_trunc('day', "ts") + hour("ts") / 6 * 6 * INTERVAL '1' HOUR AS "ts", SUM("revenue") AS "SUM(revenue)"
FROM "main"."orders"
GROUP BY date_trunc('day', "ts") + hour("ts") / 6 * 6 * INTERVAL '1' HOUR
ORDER BY "ts" ASC
LIMIT 100
-- parameters: []
