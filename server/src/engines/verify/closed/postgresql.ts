import { postgresqlGrammar } from '@tessera/query/sql-safety/grammars';
import type { ClosedNames } from '../closed-text.ts';
import { Refusal } from '../../process/serve.ts';
import { isWriting } from '../refused.ts';
import { fromFirstWord } from '../statement-text.ts';

/**
 * Functions that reach files, other servers or other sessions, that run text as SQL, or tell the text that runs. The
 * role's rights are the first wall; this is the second. System views are among them: the library that reads queries is
 * of one version, and what it cannot read an older server may still run.
 */
const closedNames = String.raw`pg_read_file|pg_read_binary_file|pg_stat_file|pg_ls_\w+|pg_file_\w+|pg_logdir_ls|pg_current_logfile|lo_import|lo_export|lo_from_bytea|lo_put|lo_create?|lo_unlink|lowrite|dblink\w*|postgres_fdw_\w+|query_to_xml\w*|query_to_xmlschema|table_to_xml\w*|cursor_to_xml\w*|schema_to_xml\w*|database_to_xml\w*|xpath_table|ts_rewrite|crosstab\w*|connectby|ts_stat|pg_sleep\w*|pg_terminate_backend|pg_cancel_backend|pg_reload_conf|pg_rotate_logfile|pg_switch_wal|pg_create_\w+|pg_drop_\w+|pg_replication_\w+|pg_logical_\w+|pg_promote|pg_start_backup|pg_stop_backup|pg_backup_\w+|pg_advisory_\w+|pg_try_advisory_\w+|pg_notify|set_config|current_setting|current_query|pg_show_all_settings|pg_stat_get_activity|pg_stat_get_backend_\w+|pg_stat_get_progress_info|pg_stat_get_wal_senders|pg_stat_statements\w*|pg_stat_reset\w*|pg_cursor|pg_prepared_statement|pg_prepared_xact|pg_export_snapshot|pg_hba_file_rules|pg_stat_activity|pg_stat_replication|pg_stat_ssl|pg_stat_gssapi|pg_prepared_statements|pg_cursors|pg_settings|pg_statistic|pg_stats|pg_largeobject|pg_foreign_server|pg_subscription|pg_shadow|pg_authid|pg_user_mappings?|pg_file_settings|nextval|setval|pg_execute_server_program|lo_get|lo_open|loread|pg_show_all_file_settings|pg_ident_file_mappings|pg_log_backend_memory_contexts|pg_(?:get_)?backend_memory_contexts|pg_(?:get_)?shmem_allocations\w*|pg_stats_ext\w*|pg_statistic_ext_data|pg_stat_(?:get_)?wal_receiver|pg_stat_(?:get_)?subscription\w*|pg_stat_progress_\w+|pg_db_role_setting|_?pg_user_mapping\w*|user_mapping_options|_?pg_foreign_server\w*|foreign_server_options|gin_clean_pending_list|brin_(?:de)?summarize_\w+`;
/** Looked for in the whole text, strings and comments included, because some functions run strings. */
const everyClosed = new RegExp(`\\b(${closedNames})\\b`, 'gi');

/** What the parsed query of a dataset may not name. */
export const postgresqlClosed: ClosedNames = {
  grammar: postgresqlGrammar,
  placeholders: '$',
  functions: new RegExp(`^(${closedNames})$`),
  schemas: new Set(),
  // They tell what others ask, and how the server is set up.
  tables: new Set([
    'pg_stat_activity',
    'pg_stat_statements',
    'pg_prepared_statements',
    'pg_cursors',
    'pg_settings',
    'pg_stat_replication',
    'pg_stat_ssl',
    'pg_stat_gssapi',
    'pg_statistic',
    'pg_stats',
    'pg_largeobject',
    'pg_shadow',
    'pg_authid',
    'pg_user_mappings',
    'pg_user_mapping',
    'pg_file_settings',
    'pg_hba_file_rules',
    'pg_foreign_server',
    'pg_subscription',
  ]),
  pairs: [],
  tableFunctions: null,
};

/** Sequences are counted where something is written, and nowhere else. */
const counting = /^(nextval|setval)$/i;

/** @throws Refusal for text that names something closed or is not a query */
export function assertOpenText(sql: string): void {
  assertNamesOpen(sql);
  if (!/^(SELECT|WITH|VALUES|TABLE)\b/i.test(fromFirstWord(sql)))
    throw new Refusal('Only one SELECT statement can be run here.');
}

/** @throws Refusal for text that names something closed or is no statement that writes */
export function assertWritingText(sql: string): void {
  assertNamesOpen(sql, { writes: true });
  if (!isWriting(sql)) throw new Refusal('Only one statement that changes rows, tables or views can be run here.');
}

/** @throws Refusal for text that names something closed, whatever statement it is */
export function assertNamesOpen(sql: string, { writes = false } = {}): void {
  for (const [closed] of sql.matchAll(everyClosed))
    if (!writes || !counting.test(closed)) throw new Refusal(`"${closed}" is closed here.`);
  // Unicode escapes spell any name: U&"pg\005Fread_file".
  if (/u&\s*["']/i.test(sql)) throw new Refusal('Names and texts with Unicode escapes (U&) are closed here.');
}
