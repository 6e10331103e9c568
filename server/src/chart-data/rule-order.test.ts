import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { ruleOrderSuite } from '../testing/suites/rule-suite.ts';

forEachEngine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'what can fail', ruleOrderSuite);
