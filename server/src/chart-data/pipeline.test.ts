import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { pipelineSuite } from '../testing/suites/pipeline-suite.ts';

// Trino takes its time to start: trino.test.ts asks it everything at once.
forEachEngine(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse'], 'chart data', pipelineSuite);
