import { mysqlGrammar } from '@tessera/query/sql-safety/grammars';
import type { ClosedNames } from '../closed-text.ts';

/** MySQL and MariaDB: what reaches files, waits, locks, counts in sequences or runs programs. */
export const mysqlClosed: ClosedNames = {
  grammar: mysqlGrammar,
  placeholders: '?',
  functions:
    /^(load_file|sleep|benchmark|get_lock|release_lock|release_all_locks|is_free_lock|is_used_lock|master_pos_wait|source_pos_wait|master_gtid_wait|wait_for_executed_gtid_set|wait_until_sql_thread_after_gtids|group_replication_\w+|asynchronous_connection_\w+|service_\w+|keyring_\w+|version_tokens_\w+|audit_\w+|mysql_\w+|sys_exec|sys_eval|sys_get|sys_set|lib_mysqludf_\w+|last_insert_id|nextval|lastval|setval|extractvalue|updatexml|gtid_\w+|ps_\w+|procedure|analyse|spider_\w+|mroonga_\w+)$/,
  schemas: new Set(['mysql', 'performance_schema', 'sys']),
  informationTables: new Set([
    'processlist',
    'user_variables',
    'innodb_trx',
    'innodb_locks',
    'innodb_lock_waits',
    'session_variables',
    'global_variables',
    'system_variables',
    'user_privileges',
    'applicable_roles',
    'enabled_roles',
  ]),
  pairs: [
    ['FOR', 'UPDATE'],
    ['FOR', 'SHARE'],
    ['LOCK', 'IN'],
    ['NEXT', 'VALUE'],
    ['PREVIOUS', 'VALUE'],
    ['PROCEDURE', 'ANALYSE'],
    // What others run, as the table that is closed.
    ['SHOW', 'PROCESSLIST'],
    ['FULL', 'PROCESSLIST'],
    ['SHOW', 'EXPLAIN'],
    ['SHOW', 'ANALYZE'],
    ['FOR', 'CONNECTION'],
    ['ENGINE', 'INNODB'],
    ['BINLOG', 'EVENTS'],
    ['RELAYLOG', 'EVENTS'],
  ],
  tableFunctions: null,
  writes: {
    words: new Set(['INFILE', 'OUTFILE', 'DUMPFILE']),
    properties: new Set(['CONNECTION']),
    pairs: [
      ['DATA', 'DIRECTORY'],
      ['INDEX', 'DIRECTORY'],
    ],
    // Others read tables of other servers and files.
    engines: /^(innodb|myisam|aria|memory|archive|rocksdb|columnstore)$/,
  },
};
