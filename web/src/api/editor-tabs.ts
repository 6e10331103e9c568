import { parseExactJson } from '@tessera/core/exact-json';
import type {
  EditorStart,
  MigrateQuery,
  TableExpanded,
  TableMade,
  TablePost,
  TabMade,
  TabPost,
  TabState,
  TabUpdate,
} from '@tessera/server/contract';
import { ApiError } from './api-error.ts';
import { call, request, type RequestOptions } from './client.ts';

/** Tabs of the SQL editor on the server, and the tables open in them ([7.6-08]). */

async function send<T>(address: string, options: RequestOptions = {}): Promise<T> {
  return parseExactJson(await (await call(address, options)).text()) as T;
}

/** Which tabs there are, and the active one whole. */
export async function listTabs() {
  const { tab_state_ids: tabs, active_tab: active } = (await request<EditorStart>('/sqllab/')).result;
  return { tabs, active };
}

export function readTab(id: number): Promise<TabState> {
  return send(`/tabstateview/${id}`);
}

export function createTab(queryEditor: TabPost['queryEditor']): Promise<TabMade> {
  const body: TabPost = { queryEditor };
  return send('/tabstateview/', { method: 'POST', body });
}

/**
 * @param isLast the page ends, and with it whoever could sign in again
 * @returns the revision; null where the tab says something else by now, and nothing was changed
 */
export async function updateTab(id: number, body: TabUpdate, isLast = false): Promise<number | null> {
  try {
    const last = isLast ? { keepalive: true, signInAgain: false } : {};
    const response = await call(`/tabstateview/${id}`, { method: 'PUT', body, ...last });
    return Number(/\d+/.exec(response.headers.get('ETag') ?? '')?.[0] ?? 0);
  } catch (error) {
    if (error instanceof ApiError && error.status === 409) return null;
    throw error;
  }
}

export async function deleteTab(id: number): Promise<void> {
  await send(`/tabstateview/${id}`, { method: 'DELETE' });
}

export async function activateTab(id: number): Promise<void> {
  await send(`/tabstateview/${id}/activate`, { method: 'POST' });
}

/** A query that ran in a tab before the server had it. */
export async function migrateQuery(id: number, queryId: string): Promise<void> {
  const body: MigrateQuery = { queryId };
  await send(`/tabstateview/${id}/migrate_query`, { method: 'POST', body });
}

/** Take a query out of the history of a tab. */
export async function deleteQueryOfTab(id: number, queryId: string): Promise<void> {
  await send(`/tabstateview/${id}/query/${encodeURIComponent(queryId)}`, { method: 'DELETE' });
}

export async function createTable(table: TablePost['table']): Promise<number> {
  const body: TablePost = { table };
  return (await send<TableMade>('/tableschemaview/', { method: 'POST', body })).id;
}

export async function expandTable(id: number, expanded: boolean): Promise<void> {
  const body: TableExpanded = { expanded };
  await send(`/tableschemaview/${id}/expanded`, { method: 'POST', body });
}

export async function deleteTable(id: number): Promise<void> {
  await send(`/tableschemaview/${id}`, { method: 'DELETE' });
}
