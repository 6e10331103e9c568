import { differentialSuite } from '../testing/suites/differential-suite.ts';
import { forEachEngine } from '../testing/engines/for-each-engine.ts';

forEachEngine(['sqlite', 'postgresql', 'mariadb'], 'beside DuckDB', differentialSuite);
// These take longer for each query.
forEachEngine(['mysql', 'clickhouse'], 'beside DuckDB', (kind, births) => differentialSuite(kind, births, 100));
