import { duckdbGrammar } from '@tessera/query/sql-safety/grammars';
import { isSymbol, ofStatements, tokenize } from '@tessera/query/sql-safety/tokens';
import { CLOSED, Refusal, Unreadable } from '../../process/serve.ts';
import { walk } from '../../verify/trees.ts';
import { treeOf } from './tree.ts';

/**
 * What stays closed although the engine would allow it. File functions, ATTACH, COPY, INSTALL, LOAD and SET are refused
 * by the engine's own configuration; these show paths and settings, run text as SQL behind the parser's back, or reach
 * for files should the configuration ever fail.
 */
export const closedNames: ReadonlySet<string> = new Set([
  'query',
  'query_table',
  'json_execute_serialized_sql',
  'json_deserialize_sql',
  'duckdb_settings',
  'pg_settings',
  'duckdb_databases',
  'duckdb_secrets',
  'duckdb_secret_types',
  'duckdb_extensions',
  'duckdb_logs',
  'duckdb_log_contexts',
  'duckdb_temporary_files',
  'duckdb_memory',
  'duckdb_external_file_cache',
  'duckdb_variables',
  'which_secret',
  'current_setting',
  'pragma_database_list',
  'pragma_database_size',
  'pragma_user_agent',
  'getenv',
  // The whole text that runs, with what users did not write of it.
  'current_query',
  // Offers names of files.
  'sql_auto_complete',
  'pg_sleep',
  'sleep_ms',
  'read_csv',
  'read_csv_auto',
  'sniff_csv',
  'read_json',
  'read_json_auto',
  'read_json_objects',
  'read_json_objects_auto',
  'read_ndjson',
  'read_ndjson_auto',
  'read_ndjson_objects',
  'read_text',
  'read_blob',
  'read_parquet',
  'parquet_scan',
  'parquet_metadata',
  'parquet_schema',
  'parquet_file_metadata',
  'parquet_kv_metadata',
  'parquet_bloom_probe',
  'glob',
  'read_duckdb',
  'parquet_full_metadata',
  'write_log',
  'checkpoint',
  'force_checkpoint',
  // These change the engine for everybody, another parser among it, or show what others ask.
  'enable_logging',
  'disable_logging',
  'truncate_duckdb_logs',
  'duckdb_logs_parsed',
  'enable_profiling',
  'disable_profiling',
  'duckdb_profiling_settings',
  'enable_peg_parser',
  'disable_peg_parser',
  'check_peg_parser',
  'duckdb_prepared_statements',
  'duckdb_connection_count',
  'duckdb_approx_database_count',
  // Steps of plans and of other programs, which take addresses in memory.
  'seq_scan',
  'arrow_scan',
  'arrow_scan_dumb',
]);

/**
 * Check a statement by the engine's own parse tree, so that comments, quoting and case change nothing.
 *
 * @param serialized  answer of json_serialize_sql
 * @throws Refusal, Unreadable
 */
export function assertOpen(serialized: string): void {
  const tree = treeOf(serialized);
  if (tree.kind === 'unreadable') throw new Unreadable(`Parser Error: ${tree.reason}`, tree.at);
  if (tree.kind === 'other' || tree.statements.length !== 1)
    throw new Refusal('Only one SELECT statement can be run here.');
  walk(tree.statements, (node) => {
    for (const [key, value] of Object.entries(node))
      if (typeof value === 'string' && isClosed(key, value.toLowerCase()))
        throw new Refusal(`The function ${value} ${CLOSED}`);
  });
}

/** Functions that count a sequence, and a plan of a query, are no more than that. */
const NO_TREE = 'Only one statement that reads or writes tables can be run here.';

/**
 * Check a statement that the engine makes no tree of: one that writes, or a plan. What reaches files, other databases
 * and settings is closed in the engine itself; what its functions tell or run is closed by name here.
 *
 * @param type  what the engine's parser takes it for
 * @throws Refusal
 */
export function assertOpenStatement(sql: string, type: string, allowed: ReadonlySet<string>): void {
  if (!allowed.has(type)) throw new Refusal(NO_TREE);
  const read = tokenize(sql, { ...ofStatements(duckdbGrammar), refused: new Set() });
  if (!read.ok) throw new Refusal(`${NO_TREE} ${read.reason}`);
  for (const [index, token] of read.tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'name') continue;
    const name = token.text.toLowerCase();
    if (closedNames.has(name) && (isSymbol(read.tokens[index + 1], '(') || name.includes('_')))
      throw new Refusal(`The function ${name} ${CLOSED}`);
  }
}

/** The catalogue's views carry names with an underscore; a table called `query` or `glob` is somebody's own. */
function isClosed(key: string, name: string): boolean {
  if (key === 'function_name') return closedNames.has(name);
  return key === 'table_name' && name.includes('_') && closedNames.has(name);
}
