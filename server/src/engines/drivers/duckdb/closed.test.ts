import { DuckDBInstance } from '@duckdb/node-api';
import { expect, test } from 'vitest';
import { assertOpen, closedNames } from './closed.ts';
import { treeOf } from './tree.ts';

/**
 * Functions of the engine in the place of a table that a query may call: they make rows, or tell of the catalogue of
 * the file.
 */
const open = new Set([
  'unnest',
  'range',
  'generate_series',
  'repeat',
  'repeat_row',
  'json_each',
  'json_tree',
  'histogram',
  'histogram_values',
  'summary',
  'test_all_types',
  'test_vector_types',
  'duckdb_columns',
  'duckdb_constraints',
  'duckdb_coordinate_systems',
  'duckdb_dependencies',
  'duckdb_functions',
  'duckdb_indexes',
  'duckdb_keywords',
  'duckdb_optimizers',
  'duckdb_schemas',
  'duckdb_sequences',
  'duckdb_table_sample',
  'duckdb_tables',
  'duckdb_types',
  'duckdb_views',
  'icu_calendar_names',
  'pg_timezone_names',
  'pragma_collations',
  'pragma_metadata_info',
  'pragma_platform',
  'pragma_show',
  'pragma_storage_info',
  'pragma_table_info',
  'pragma_version',
]);

test('[attack 26] of each function in the place of a table it is decided whether queries may call it', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const rows = (
    await connection.runAndReadAll(
      'SELECT DISTINCT lower(function_name) FROM duckdb_functions() WHERE internal AND function_type IN ' +
        "('table', 'table_macro')",
    )
  ).getRows();
  const undecided = rows.map(([name]) => String(name)).filter((name) => open.has(name) === closedNames.has(name));
  connection.closeSync();
  instance.closeSync();
  expect(undecided).toEqual([]);
});

test.each([
  'SELECT * FROM enable_peg_parser()',
  "SELECT * FROM Enable_Logging('QueryLog')",
  "SELECT message FROM duckdb_logs_parsed('QueryLog')",
  "SELECT * FROM (SELECT * FROM enable_profiling(format='json', save_location='/tmp/p.json'))",
  'SELECT * FROM duckdb_prepared_statements()',
])('[attack 26] what changes the engine for others is closed: %s', async (sql) => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const [[tree] = []] = (await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql])).getRows();
  connection.closeSync();
  instance.closeSync();
  expect(() => assertOpen(String(tree))).toThrow(/is closed here/);
});

test('a number beyond all bounds is read, and closes nothing that is closed', async () => {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  const serialized = async (sql: string) => {
    const answer = await connection.runAndReadAll(`SELECT json_serialize_sql('${sql.replaceAll("'", "''")}')`);
    return String(answer.getRows()[0]?.[0]);
  };
  const plain = await serialized(`SELECT 1e400, -1e400 AS "Infinity", 'a\\"": -Infinity'`);
  const hidden = await serialized(`SELECT 1e400, '\\", Infinity', getenv('HOME') AS "NaN\\"""`);
  connection.closeSync();
  instance.closeSync();
  expect(() => JSON.parse(plain) as unknown).toThrow('JSON');
  expect(() => assertOpen(plain)).not.toThrow();
  expect(() => assertOpen(hidden)).toThrow('getenv');
  expect(JSON.stringify(treeOf(plain))).toContain('-Infinity');
});
