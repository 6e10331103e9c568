import type { QueryState } from '@tessera/core/sql-editor/query-states';
import { instantText, msg, tMarked } from '@tessera/core/messages';

const names: Readonly<Record<QueryState, string>> = {
  scheduled: msg('Scheduled'),
  pending: msg('Waiting'),
  started: msg('Started'),
  running: msg('Running'),
  fetching: msg('Fetching'),
  success: msg('Success'),
  failed: msg('Failed'),
  stopped: msg('Stopped'),
  timed_out: msg('Timed out'),
};

export function stateName(state: QueryState): string {
  return tMarked(names[state]);
}

/** To the second, in the reader's zone. */
export function timeText(ms: number): string {
  return instantText(ms, { dateStyle: 'medium', timeStyle: 'medium' });
}

/** What a query says in one line. */
export function lineOf(sql: string): string {
  return sql.replaceAll(/\s+/g, ' ').trim();
}
