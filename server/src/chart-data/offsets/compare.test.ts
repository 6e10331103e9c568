import { compareSuite } from '../../testing/compare-suite.ts';
import { onEachPlace } from '../../testing/on-each-place.ts';

onEachPlace(['duckdb', 'sqlite', 'postgresql', 'mariadb', 'clickhouse'], 'comparing with other times', compareSuite);
