SELECT COUNT(*) AS "count"
FROM "lake"."raw.v1"."or""ders"
LIMIT 100
-- parameters: []
