import type { QueryEditor, TabState, TabUpdate } from '@tessera/server/contract';
import { limits } from '../../../api/limits.ts';
import type { TabRecord } from './journal.ts';
import { tabOf, type EditorTab } from './tabs.ts';
import type { StoredTab } from './tabs-core.ts';

/** Of `extra_json` as it is written here. */
const VERSION = 1;
/** The server is notified so many of the states before. */
const SENT_LINEAGE = 20;

type Extras = {
  readonly rev: string;
  readonly lineage: readonly string[];
  /** Of what the tab says: where it no longer fits, a client wrote that leaves these names as they are. */
  readonly check: string;
  /** The saved query with its version: another client may make the tab another query's. */
  readonly saved: SavedMark | null;
} & Pick<EditorTab, 'cursorPosition' | 'northPercent' | 'southPercent'>;

type SavedMark = { readonly id: unknown; readonly version: unknown };

/** What only this product reads of a tab on the server. */
function extrasOf({ tab, rev, lineage }: TabRecord): Extras {
  const { cursorPosition, northPercent, southPercent, savedQueryId: id, savedVersion: version } = tab;
  const saved = id === null ? null : { id, version };
  const check = checkOf([tab.name, tab.sql, tab.dbId, tab.catalog, tab.schema, tab.queryLimit]);
  return { rev, lineage: lineage.slice(-SENT_LINEAGE), check, saved, cursorPosition, northPercent, southPercent };
}

/** What changes in a tab, as the server is notified ([3.13-03]); what is undefined is left out. */
export function updateOf(record: TabRecord): TabUpdate {
  const { tab, remote } = record;
  return withoutUndefined({
    database_id: tab.dbId,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: tab.sql,
    label: tab.name,
    query_limit: tab.queryLimit,
    latest_query_id: tab.latestQueryId,
    saved_query_id: tab.savedQueryId,
    template_params: tab.templateParams === '' ? null : tab.templateParams,
    hide_left_bar: tab.hideLeftBar,
    autorun: tab.autorun,
    extra_json: { version: VERSION, updatedAt: tab.updatedAt, extras: extrasOf(record) },
    base_revision: remote?.revision,
  });
}

/** A tab that the server lacks. */
export function editorOf(record: TabRecord): QueryEditor {
  const { tab } = record;
  return {
    id: tab.id,
    name: tab.name,
    dbId: tab.dbId,
    catalog: tab.catalog,
    schema: tab.schema,
    sql: tab.sql,
    queryLimit: tab.queryLimit,
    templateParams: tab.templateParams === '' ? null : tab.templateParams,
    autorun: tab.autorun,
    hideLeftBar: tab.hideLeftBar,
    ...(tab.savedQueryId === null ? {} : { savedQuery: { id: tab.savedQueryId } }),
    version: VERSION,
    updatedAt: tab.updatedAt,
    extras: extrasOf(record),
  };
}

/** The keys that have a value. */
export function withoutUndefined<T extends object>(value: { readonly [Key in keyof T]: T[Key] | undefined }): T {
  return Object.fromEntries(Object.entries(value).filter(([, each]) => each !== undefined)) as T;
}

/**
 * A tab of the server as a record. A client that wrote without our names for states wrote upon what the server had:
 * that is `known`.
 */
export function recordOfState(
  state: TabState,
  known: { readonly held: StoredTab; readonly tab: EditorTab } | null,
): TabRecord {
  const { updatedAt, extras } = state.extra_json;
  const { rev, lineage, check, saved, ...place } = readExtras(extras);
  const savedQueryId = state.saved_query?.id ?? null;
  const sql = state.sql ?? '';
  const { label, database_id: dbId, catalog, schema, query_limit: limit } = state;
  const isOurs = rev !== null && check === checkOf([label, sql, dbId, catalog, schema, limit]);
  const name = isOurs ? rev : `server:${state.id}:${state.revision}`;
  const at = isOurs && typeof updatedAt === 'number' ? updatedAt : Date.parse(state.changed_on);
  return {
    rev: name,
    lineage: isOurs ? lineage : [known?.held.remote?.rev ?? ''],
    remote: { revision: state.revision, rev: name },
    tab: tabOf(
      { tabs: [] },
      {
        id: known?.tab.id ?? state.client_id ?? `server-${state.id}`,
        maxRow: limits.maxRows,
        remoteId: state.id,
        name: state.label,
        dbId: state.database_id,
        catalog: state.catalog,
        schema: state.schema,
        sql,
        queryLimit: state.query_limit,
        templateParams: state.template_params ?? '',
        autorun: state.autorun,
        hideLeftBar: state.hide_left_bar,
        latestQueryId: state.latest_query?.id ?? null,
        savedQueryId,
        savedVersion: savedQueryId === saved.id && typeof saved.version === 'number' ? saved.version : null,
        ...place,
      },
      Number.isFinite(at) ? at : 0,
    ),
  };
}

function readExtras(extras: unknown): Partial<Pick<EditorTab, 'cursorPosition' | 'northPercent' | 'southPercent'>> & {
  readonly rev: string | null;
  readonly lineage: readonly string[];
  readonly check: unknown;
  readonly saved: SavedMark;
} {
  const { rev, lineage, check, saved, northPercent: north, cursorPosition } = recordOf(extras);
  const { id, version } = recordOf(saved);
  const { row, column } = recordOf(cursorPosition);
  return {
    check,
    saved: { id, version },
    rev: typeof rev === 'string' ? rev : null,
    lineage: Array.isArray(lineage) ? lineage.filter((each): each is string => typeof each === 'string') : [],
    ...(typeof north === 'number' && north >= 0 && north <= 100
      ? { northPercent: north, southPercent: 100 - north }
      : {}),
    ...(typeof row === 'number' && typeof column === 'number' ? { cursorPosition: { row, column } } : {}),
  };
}

/** A number that differs, as good as always, where one of the values does (FNV-1a, twice 32 bits). */
function checkOf(values: readonly (string | number | null)[]): string {
  const text = JSON.stringify(values);
  let [one, two] = [0x811c9dc5, 0xcbf29ce4];
  for (let index = 0; index < text.length; index += 1) {
    const letter = text.charCodeAt(index);
    one = Math.imul(one ^ letter, 0x01000193);
    two = Math.imul(two ^ (letter + index), 0x01000193);
  }
  return `${(one >>> 0).toString(36)}.${(two >>> 0).toString(36)}`;
}

function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}
