import { compareSuite } from '../../../testing/suites/compare-suite.ts';
import { forEachEngine } from '../../../testing/engines/for-each-engine.ts';

forEachEngine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'comparing with other times', compareSuite);
