import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { queryObjectSuite } from '../testing/suites/query-object-suite.ts';

forEachEngine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'query object', queryObjectSuite);
