import { forEachEngine } from '../../testing/engines/for-each-engine.ts';
import { writingSuite } from '../../testing/suites/writing-suite.ts';

forEachEngine(
  ['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse', 'trino'],
  'statements that write',
  writingSuite,
);
