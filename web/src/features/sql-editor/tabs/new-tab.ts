import { limits } from '../../../api/limits.ts';
import { copyName } from './tab-names.ts';
import { actOnTabs, useTabs } from './tabs-store.ts';
import { activeTab, tabOf, type EditorTab, type TabChange } from './tabs.ts';
import { randomId } from '../../../api/random-id.ts';

/**
 * Open a tab, with the database of the one on screen unless another is given.
 *
 * @param after the tab that it stands beside; at the end without one
 */
export function openNewTab(given: TabChange = {}, after?: string): EditorTab {
  const state = useTabs.getState();
  const before = activeTab(state);
  const place = before === null ? {} : { dbId: before.dbId, catalog: before.catalog, schema: before.schema };
  const tab = tabOf(
    state,
    { id: randomId(), maxRow: limits.sqlRows, ...('dbId' in given ? {} : place), ...given },
    Date.now(),
  );
  actOnTabs({ type: 'add', tab, ...(after === undefined ? {} : { after }) });
  return tab;
}

/** A copy beside its tab; what ran in the one did not run in the other. */
export function duplicateTab(id: string): void {
  const { tabs } = useTabs.getState();
  const tab = tabs.find((one) => one.id === id);
  if (!tab) return;
  const { name, dbId, catalog, schema, sql, templateParams, queryLimit } = tab;
  openNewTab(
    {
      name: copyName(
        name,
        tabs.map((one) => one.name),
      ),
      dbId,
      catalog,
      schema,
      sql,
      templateParams,
      queryLimit,
    },
    id,
  );
}

/** The tab before or behind the one on screen, round and round. */
export function stepTab(by: 1 | -1): void {
  const state = useTabs.getState();
  const at = state.tabs.findIndex(({ id }) => id === activeTab(state)?.id);
  const next = state.tabs[(at + by + state.tabs.length) % state.tabs.length];
  if (next) actOnTabs({ type: 'activate', id: next.id });
}
