import { useQueries, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect } from 'react';
import { isGone } from '../../../../api/api-error.ts';
import {
  firstSchema,
  schemasIn,
  tableDetail,
  tablePartitions,
  tablesIn,
  type ListedTable,
  type TablePath,
} from '../../../../api/catalog.ts';
import { pinnedTables } from '../../../../api/pinned-tables.ts';
import { useTables } from '../../tabs/tabs-store.ts';
import type { EditorTab } from '../../tabs/tabs.ts';
import { knownTable, learnTable } from '../known-tables.ts';
import { openRows, useOpenedRows } from '../opened-rows.ts';
import { useRecentTables } from '../recent-tables.ts';
import {
  expandedTables,
  groupKey,
  isOpenAnywhere,
  placedKey,
  schemaKey,
  tableKey,
  type Asked,
  type OpenedTable,
  type TreeSource,
} from './tree-rows.ts';

const none: readonly ListedTable[] = [];

/** Everything that the tree of a tab shows: what is open is asked for. */
export function useTreeSource(tab: EditorTab, dbId: number) {
  const { catalog } = tab;
  const schemas = useQuery(schemasIn(dbId, catalog));
  const names = schemas.data ?? [];
  const current = tab.schema ?? firstSchema(names);
  const opened = useOpenedRows(tab.id, dbId);
  const pinned = useQuery(pinnedTables(dbId));
  const recent = useRecentTables((state) => state[dbId] ?? none);
  const ofTab = useTables(tab.id).filter((table) => table.dbId === dbId);
  const byThemselves = [
    groupKey('tab'),
    groupKey('pinned'),
    ...(current === null ? [] : [schemaKey(current)]),
    // Opened in another browser: they are open where they are sure to be found.
    ...ofTab
      .filter((table) => table.expanded && !isOpenAnywhere(opened.expanded, table))
      .map((table) => placedKey(groupKey('tab'), table)),
  ];
  const expanded = openRows(opened, byThemselves);
  const keysOfTab = new Set(ofTab.map(tableKey));

  const openSchemas = names.filter((name) => expanded.has(schemaKey(name)));
  const lists = useQueries({ queries: openSchemas.map((schema) => tablesIn(dbId, catalog, schema)) });
  const tablesOf = (schema: string) => {
    const list = lists[openSchemas.indexOf(schema)];
    return list ? askedOf(list) : null;
  };
  const source: TreeSource = {
    groups: [
      { id: 'tab', tables: ofTab },
      { id: 'pinned', tables: pinned.data ?? none },
      { id: 'recent', tables: recent.filter((table) => !keysOfTab.has(tableKey(table))) },
    ],
    schemas: names,
    current,
    tablesOf,
    openedTable: useOpenedTables(dbId, expandedTables(expanded)),
    expanded,
  };
  return { source, schemas, pinned: pinned.data ?? none };
}

/** What the tables that are open are made of. */
function useOpenedTables(dbId: number, open: readonly TablePath[]): TreeSource['openedTable'] {
  const details = useQueries({ queries: open.map((table) => tableDetail(dbId, table)) });
  const partitions = useQueries({
    queries: open.map((table, index) => ({
      ...tablePartitions(dbId, table),
      enabled: details[index]?.isSuccess === true,
    })),
  });
  useEffect(() => {
    for (const [index, table] of open.entries()) {
      const detail = details[index]?.data;
      const parts = partitions[index];
      if (detail && parts && !parts.isPending) learnTable(dbId, table, { detail, partitions: parts.data ?? null });
    }
  });
  const keys = open.map(tableKey);
  return (table) => {
    const index = keys.indexOf(tableKey(table));
    const detail = details[index];
    if (detail?.data)
      return { state: 'here', value: { detail: detail.data, partitions: partitions[index]?.data ?? null } };
    // What was known last is better than nothing while nobody can be asked.
    const known = isGone(detail?.error) ? undefined : knownTable(dbId, table);
    if (known) return { state: 'here', value: known satisfies OpenedTable };
    return detail?.isError ? { state: 'failed', error: detail.error } : { state: 'waiting' };
  };
}

function askedOf<T>(query: UseQueryResult<T>): Asked<T> {
  if (query.data !== undefined) return { state: 'here', value: query.data };
  return query.isError ? { state: 'failed', error: query.error } : { state: 'waiting' };
}
