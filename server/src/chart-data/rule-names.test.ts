import { onEachPlace } from '../testing/on-each-place.ts';
import { rowRuleSuite, ruleNamesSuite } from '../testing/rule-suite.ts';

onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'rules', (kind, births) => {
  ruleNamesSuite(kind, births);
  rowRuleSuite(kind, births);
});
