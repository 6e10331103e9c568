import { msg, tMarked } from '@tessera/core/messages';
import { ApiError } from '../../../api/api-error.ts';
import { addEditorTable, expandEditorTable, removeEditorTable } from '../../../api/editor-tables.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { nextCall, type BarCall, type EditorTable } from './bar-state.ts';
import { actOnBar, barOf } from './bar-store.ts';

/** What is told of a call that failed ([8.5-05]); of one that brought what was here before, [8.5-08]. */
const problems = {
  add: msg('An error occurred while fetching table metadata. Please contact your administrator.'),
  expand: msg('An error occurred while expanding the table schema. Please contact your administrator.'),
  collapse: msg('An error occurred while collapsing the table schema. Please contact your administrator.'),
  remove: msg('An error occurred while removing the table schema. Please contact your administrator.'),
  migrate: msg(
    'Unable to migrate table schema state to backend. Tessera will retry later. Please contact your administrator if ' +
      'this problem persists.',
  ),
} as const;

type Tab = { readonly id: string; readonly remoteId: number | null };

const running = new Set<string>();
/** Tables that were on the server when they were taken away: a deletion that fails brings them back. */
const takenAway = new Map<number, EditorTable>();

/** Take a table away from a tab, here and on the server. */
export function removeTable(tab: Tab, table: EditorTable): void {
  if (table.remoteId !== null) takenAway.set(table.remoteId, table);
  actOnBar(tab.id, { type: 'remove', dbId: table.dbId, table });
}

/**
 * Tell the server what is open in the bar of a tab, one call after the other, until it has everything. A server that
 * cannot be reached is told later; what it refuses is undone here.
 *
 * @param isMigration The tab itself has just come to the server: its tables were open before.
 */
export async function syncTables(tab: Tab, isMigration = false): Promise<void> {
  if (tab.remoteId === null || running.has(tab.id)) return;
  running.add(tab.id);
  try {
    for (let next = nextCall(barOf(tab.id)); next !== null; next = nextCall(barOf(tab.id)))
      if (!(await performed(tab.id, tab.remoteId, next, isMigration))) return;
  } finally {
    running.delete(tab.id);
  }
}

/** False: the rest waits. */
async function performed(tabId: string, tabOnServer: number, next: BarCall, isMigration: boolean): Promise<boolean> {
  try {
    await perform(tabId, tabOnServer, next);
    return true;
  } catch (error) {
    const status = error instanceof ApiError ? error.status : 0;
    if (status === 404 && next.kind !== 'add') {
      forget(tabId, next);
      return true;
    }
    // Nobody was there, or nobody is signed in: it waits for the next occasion, as what is typed does.
    if (status === 0 || status === 401) return false;
    if (next.kind === 'add' && isMigration) toast.warning(tMarked(problems.migrate));
    else toast.danger(tMarked(problems[nameOf(next)]));
    undo(tabId, next);
    return next.kind !== 'add';
  }
}

async function perform(tabId: string, tabOnServer: number, next: BarCall): Promise<void> {
  if (next.kind === 'remove') {
    await removeEditorTable(next.remoteId);
    takenAway.delete(next.remoteId);
    actOnBar(tabId, { type: 'forgotten', remoteId: next.remoteId });
    return;
  }
  const { table } = next;
  const { dbId, expanded } = table;
  if (next.kind === 'expand') {
    await expandEditorTable(next.remoteId, expanded);
    actOnBar(tabId, { type: 'stored', dbId, table, change: { remoteExpanded: expanded } });
    return;
  }
  const remoteId = await addEditorTable(bodyOf(table, tabOnServer));
  // A table that is added stands open there.
  actOnBar(tabId, { type: 'stored', dbId, table, change: { remoteId, remoteExpanded: true } });
}

function bodyOf(table: EditorTable, queryEditorId: number) {
  const { dbId, catalog, schema, name, expanded, kind, known, dataPreviewQueryId } = table;
  const where = { dbId, queryEditorId, catalog, schema, name, expanded, kind, dataPreviewQueryId };
  if (known === null) return where;
  const { columns, selectStar, primaryKey, references, indexes } = known.detail;
  return { ...where, columns, selectStar, primaryKey, foreignKeys: references, indexes };
}

function nameOf(call: BarCall): keyof typeof problems {
  if (call.kind !== 'expand') return call.kind;
  return call.table.expanded ? 'expand' : 'collapse';
}

/** The server does not know the table any more. */
function forget(tabId: string, call: Exclude<BarCall, { kind: 'add' }>): void {
  if (call.kind === 'remove') {
    takenAway.delete(call.remoteId);
    actOnBar(tabId, { type: 'forgotten', remoteId: call.remoteId });
  } else {
    const { table } = call;
    actOnBar(tabId, { type: 'stored', dbId: table.dbId, table, change: { remoteId: null, remoteExpanded: null } });
  }
}

/** What was refused stays as the server has it. */
function undo(tabId: string, call: BarCall): void {
  if (call.kind === 'remove') {
    const table = takenAway.get(call.remoteId);
    takenAway.delete(call.remoteId);
    actOnBar(tabId, table ? { type: 'restored', table } : { type: 'forgotten', remoteId: call.remoteId });
  } else if (call.kind === 'expand') {
    const { table } = call;
    actOnBar(tabId, {
      type: 'stored',
      dbId: table.dbId,
      table,
      change: { remoteExpanded: table.expanded },
    });
  }
}
