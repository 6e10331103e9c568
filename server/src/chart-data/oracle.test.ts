import { describe } from 'vitest';
import { findPostgres } from '../testing/engines/databases.ts';
import { oracleSuite } from '../testing/oracle/suite.ts';

oracleSuite('duckdb');
oracleSuite('sqlite');
describe.skipIf(findPostgres() === null)('PostgreSQL', () => {
  oracleSuite('postgresql');
});
