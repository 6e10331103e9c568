import { differentialSuite } from '../testing/differential-suite.ts';
import { onEachPlace } from '../testing/on-each-place.ts';

onEachPlace(['sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse'], 'beside DuckDB', differentialSuite);
