import { differentialSuite } from '../testing/differential-suite.ts';
import { onEachPlace } from '../testing/on-each-place.ts';

onEachPlace(['sqlite', 'postgresql', 'mariadb'], 'beside DuckDB', differentialSuite);
// These take longer for each query.
onEachPlace(['mysql', 'clickhouse'], 'beside DuckDB', (kind, births) => differentialSuite(kind, births, 100));
