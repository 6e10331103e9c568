import type { RequestedSql, SqlNavigation } from '../../../api/open-sql.ts';

/** What the editor is opened with ([2.1-01], [2.3-05]). */
export type Opening =
  | { readonly kind: 'new'; readonly given: RequestedSql }
  | { readonly kind: 'datasource'; readonly key: string; readonly given: RequestedSql }
  | { readonly kind: 'saved'; readonly id: number }
  | { readonly kind: 'past'; readonly id: string }
  | { readonly kind: 'link'; readonly key: string };

/** What the address and the navigation ask for; null where the editor is opened plain. */
export function readOpening(search: URLSearchParams, state: unknown): Opening | null {
  return ofState(state) ?? ofAddress(search);
}

function ofState(state: unknown): Opening | null {
  if (!isNavigation(state)) return null;
  const { requestedQuery: given } = state;
  const { datasourceKey: key } = given;
  return typeof key === 'string' && key !== '' ? { kind: 'datasource', key, given } : { kind: 'new', given };
}

function isNavigation(state: unknown): state is SqlNavigation {
  return (
    typeof state === 'object' &&
    state !== null &&
    'requestedQuery' in state &&
    typeof state.requestedQuery === 'object' &&
    state.requestedQuery !== null
  );
}

function ofAddress(search: URLSearchParams): Opening | null {
  const text = (name: string) => search.get(name) || null;
  const key = text('permalink_key');
  if (key !== null) return { kind: 'link', key };
  const saved = idOf(text('savedQueryId'));
  if (saved !== null) return { kind: 'saved', id: saved };
  const past = text('queryId');
  if (past !== null) return { kind: 'past', id: past };
  const sql = search.get('sql');
  const given: RequestedSql = {
    ...(sql === null ? {} : { sql }),
    dbId: idOf(text('dbid')),
    catalog: text('catalog'),
    schema: text('schema'),
    name: text('title') ?? text('name'),
    templateParams: text('templateParams'),
  };
  const datasourceKey = text('datasourceKey');
  if (datasourceKey !== null) return { kind: 'datasource', key: datasourceKey, given };
  const isNew = ['true', '1'].includes(search.get('new') ?? '');
  return isNew || sql !== null || given.dbId !== null ? { kind: 'new', given } : null;
}

function idOf(text: string | null): number | null {
  return text !== null && /^[1-9]\d{0,9}$/.test(text) ? Number(text) : null;
}
