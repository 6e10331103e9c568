SELECT upper(country) AS `G__`, SUM(revenue) / COUNT(*) AS `average__`
FROM `main`.`orders`
GROUP BY upper(country)
ORDER BY `average__` DESC, `G__` ASC
LIMIT 100
-- parameters: []
