import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { rowRuleSuite, ruleNamesSuite } from '../testing/suites/rule-suite.ts';

forEachEngine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'rules', (kind, births) => {
  ruleNamesSuite(kind, births);
  rowRuleSuite(kind, births);
});
