import { onEachPlace } from '../testing/on-each-place.ts';
import { ruleOrderSuite } from '../testing/rule-suite.ts';

onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'what can fail', ruleOrderSuite);
