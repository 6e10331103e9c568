import { onEachPlace } from '../testing/on-each-place.ts';
import { queryObjectSuite } from '../testing/query-object-suite.ts';

onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'query object', queryObjectSuite);
