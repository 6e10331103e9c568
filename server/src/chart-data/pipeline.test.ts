import { onEachPlace } from '../testing/on-each-place.ts';
import { pipelineSuite } from '../testing/pipeline-suite.ts';

// Trino takes its time to start: trino.test.ts asks it everything at once.
onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse'], 'chart data', pipelineSuite);
