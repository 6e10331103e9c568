SELECT AVG("qty") AS "AVG", COUNT("qty") AS "COUNT", COUNT(DISTINCT "qty") AS "COUNT_DISTINCT", MAX("qty") AS "MAX", MIN("qty") AS "MIN", SUM("qty") AS "SUM"
FROM "main"."orders"
LIMIT 100
-- parameters: []
