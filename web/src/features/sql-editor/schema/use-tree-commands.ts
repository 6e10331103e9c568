import { useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { writeName } from '@tessera/query/sql-assist/writing';
import { useLayoutEffect, useState, type RefObject } from 'react';
import { tableDetail, tablePartitions, tablesIn, type ListedTable, type TablePath } from '../../../api/catalog.ts';
import { setPinnedTables } from '../../../api/pinned-tables.ts';
import { copyText } from '../../../ui/feedback/copy.ts';
import { describeError } from '../../../ui/feedback/describe-error.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import type { MenuPoint } from '../../../ui/overlays/ContextMenu.tsx';
import { closeTable, expandTable, openTable, useTables } from '../tabs/tabs-store.ts';
import { closeRows, toggleRow } from './opened-rows.ts';
import { recordTable } from './recent-tables.ts';
import type { SchemaTreeProps } from './schema-tree-props.ts';
import type { MenuCommands } from './TableMenu.tsx';
import type { Rows } from './tree/rows.ts';
import { expansionOf, type ColumnRow, type ProblemRow, type TableRow, type TreeRow } from './tree/tree-row.ts';
import { isOpenAnywhere, placedKey, schemaKey, tableKey, type TreeSource } from './tree/tree-rows.ts';
import type { RowActions } from './tree/TreeRowContent.tsx';
import type { RowCommands } from './tree/TreeView.tsx';
import { useHovered } from './use-hovered.ts';

type Given = SchemaTreeProps & {
  readonly rows: Rows<TreeRow>;
  readonly source: TreeSource;
  readonly pinned: readonly ListedTable[];
  readonly clearSearch: () => void;
  readonly tree: RefObject<HTMLDivElement | null>;
};

/** What a user does in the tree: open, insert, copy, look, pin, jump. */
export function useTreeCommands(given: Given) {
  const { tab, database, onInsert } = given;
  const dbId = database.id;
  const [active, setActive] = useState<string | null>(null);
  const [menuAt, setMenuAt] = useState<{ readonly row: TableRow | ColumnRow; readonly at: MenuPoint } | null>(null);
  const [looked, look] = useState<ColumnRow | null>(null);
  const [previewed, setPreviewed] = useState<ListedTable | null>(null);
  const hover = useHovered();
  const texts = useTexts(given);
  const tables = useTableCommands(given);
  const jump = useJump(given, setActive);
  const ofTab = useTables(tab.id);
  const noRows = database.disable_data_preview ? t('This database shows no rows of its tables here.') : null;

  const insert = (row: TableRow | ColumnRow) => onInsert(texts.of(row) ?? '');
  const openMenu = (row: TreeRow, at: MenuPoint) => {
    hover.close();
    if (row.kind === 'table' || row.kind === 'column') setMenuAt({ row, at });
  };
  const lookAt = (row: TreeRow) => {
    if (noRows !== null) toast.info(noRows);
    else if (row.kind === 'column') look(row);
    else if (row.kind === 'table') setPreviewed(row.table);
  };
  const acts: Acts = { given, texts, tables, jump, insert, openMenu, lookAt, look, looked, hover, noRows };
  const rowCommands = rowCommandsOf(acts);
  return {
    active,
    setActive,
    looked,
    look,
    hover,
    rowCommands,
    rowActions: rowActionsOf(acts),
    menu: menuAt && {
      ...menuAt,
      isPinned: tables.isPinned(menuAt.row.table),
      isOfTab: ofTab.some((table) => table.dbId === dbId && tableKey(table) === tableKey(menuAt.row.table)),
      noRows,
      commands: menuCommandsOf(acts, rowCommands, menuAt.row),
      onClose: () => setMenuAt(null),
    },
    preview: previewed && {
      tab,
      table: previewed,
      engine: database.backend,
      onOpenTab: given.onOpenTab,
      onClose: () => setPreviewed(null),
    },
  };
}

/** What the commands of rows are made of. */
type Acts = {
  readonly given: Given;
  readonly texts: ReturnType<typeof useTexts>;
  readonly tables: ReturnType<typeof useTableCommands>;
  readonly jump: ReturnType<typeof useJump>;
  readonly insert: (row: TableRow | ColumnRow) => void;
  readonly openMenu: (row: TreeRow, at: MenuPoint) => void;
  readonly lookAt: (row: TreeRow) => void;
  readonly look: (row: ColumnRow | null) => void;
  readonly looked: ColumnRow | null;
  readonly hover: ReturnType<typeof useHovered>;
  /** Why no rows are shown; null where they are. */
  readonly noRows: string | null;
};

function rowCommandsOf({ texts, tables, jump, insert, openMenu, lookAt }: Acts): RowCommands {
  return {
    onToggle: tables.toggle,
    onTake: (row) => {
      if (row.kind === 'table' || row.kind === 'column') insert(row);
      else if (row.kind === 'reference') jump(row.reference.to, row.table);
      else if (row.kind === 'problem') tables.retry(row);
      else if (expansionOf(row) !== null) tables.toggle(row);
    },
    onLook: lookAt,
    onCopy: (row) => void copyText(texts.of(row) ?? '', t('Name copied')),
    onMenu: openMenu,
  };
}

function rowActionsOf(acts: Acts): RowActions {
  const { given, texts, tables, jump, insert, openMenu, lookAt, look, looked, hover, noRows } = acts;
  return {
    onInsert: insert,
    textOf: texts.of,
    onMenu: openMenu,
    onJump: ({ reference, table }) => reference && jump(reference.to, table),
    onProfile: noRows === null ? (row) => look(looked?.key === row.key ? null : row) : null,
    // Where each look is paid for, a pointer that rests asks nothing.
    onHover: noRows === null && given.database.instant_preview ? hover.over : null,
    onRetry: tables.retry,
    isPinned: ({ table }) => tables.isPinned(table),
    onPin: ({ table }) => tables.pin(table),
    onClose: ({ table }) => tables.close(table),
    onPreview: noRows === null ? lookAt : null,
  };
}

function menuCommandsOf(
  { given, tables, jump, insert, lookAt }: Acts,
  rowCommands: RowCommands,
  row: TableRow | ColumnRow,
): MenuCommands {
  return {
    insert: () => insert(row),
    copyName: () => rowCommands.onCopy(row),
    copySelect: () => tables.withSelect(row.table, (sql) => void copyText(sql, t('SQL copied'))),
    openSelect: () => tables.withSelect(row.table, (sql) => given.onOpenTab({ name: row.table.name, sql })),
    preview: () => lookAt(row),
    pin: () => tables.pin(row.table),
    refresh: () => tables.refresh(row.table),
    close: () => tables.close(row.table),
    profile: () => lookAt(row),
    jump: () => row.kind === 'column' && row.reference && jump(row.reference.to, row.table),
  };
}

/** The text that a row stands for, as the database of the tab reads it. */
function useTexts({ tab, database }: Given) {
  const dialect = assistDialectOf(database.backend);
  const written = (parts: readonly string[]) => writeName(parts, dialect);
  const tableText = ({ catalog, schema, name }: TablePath) => {
    const isHere = schema === null || schema === tab.schema;
    const isOther = catalog !== null && catalog !== tab.catalog;
    return written([...(isOther ? [catalog] : []), ...(isHere && !isOther ? [] : [schema ?? '']), name]);
  };
  return {
    of: (row: TreeRow): string | null => {
      if (row.kind === 'table') return tableText(row.table);
      if (row.kind === 'column') return written([row.column.name]);
      if (row.kind === 'schema') return written([row.schema]);
      if (row.kind === 'reference') return tableText(row.reference.to);
      if (row.kind === 'index') return row.index.name;
      return row.kind === 'fact' ? row.text : null;
    },
  };
}

/** What changes or asks something about tables. */
function useTableCommands({ tab, database, source, pinned }: Given) {
  const client = useQueryClient();
  const dbId = database.id;
  const ofTab = useTables(tab.id);
  const known = (table: TablePath) =>
    ofTab.find((one) => one.dbId === dbId && tableKey(one) === tableKey(table)) ?? null;
  const isPinned = (table: TablePath) => pinned.some((one) => tableKey(one) === tableKey(table));
  const tell = (error: unknown) => toast.danger(describeError(error).title);
  const refresh = (table: TablePath) => {
    void client.fetchQuery({ ...tableDetail(dbId, table, true), staleTime: 0 }).catch(tell);
    void client.fetchQuery({ ...tablePartitions(dbId, table, true), staleTime: 0 }).catch(() => undefined);
  };
  return {
    isPinned,
    refresh,
    toggle: (row: TreeRow) => {
      const isOpen = expansionOf(row) !== true;
      toggleRow(tab.id, dbId, row.key, isOpen);
      if (row.kind !== 'table') return;
      const { table } = row;
      const before = known(table);
      const others = [...source.expanded].filter((key) => key !== row.key);
      if (before) expandTable(before.id, isOpen || isOpenAnywhere(others, table));
      else if (isOpen) openTable(tab.id, { ...placeOf(table), dbId });
      if (isOpen) recordTable(dbId, table);
    },
    close: (table: ListedTable) => {
      const before = known(table);
      if (before) closeTable(before.id);
      const end = ` › ${tableKey(table)}`;
      closeRows(tab.id, dbId, (key) => key.includes(end));
    },
    pin: (table: ListedTable) => {
      const others = pinned.filter((one) => tableKey(one) !== tableKey(table));
      void setPinnedTables(client, dbId, isPinned(table) ? others : [...others, table]).catch(tell);
    },
    retry: ({ what }: ProblemRow) => {
      if (what === 'search')
        return void client.refetchQueries({ queryKey: ['database', dbId, 'catalog', tab.catalog, 'search'] });
      if ('table' in what) return refresh(what.table);
      void client
        .fetchQuery({ ...tablesIn(dbId, tab.catalog, what.schema, true), staleTime: 0 })
        .catch(() => undefined);
    },
    /** `SELECT` of all columns, which may have to be asked for first. */
    withSelect: (table: TablePath, take: (sql: string) => void) => {
      const opened = source.openedTable(table);
      if (opened.state === 'here') return take(opened.value.detail.selectStar);
      void client
        .fetchQuery(tableDetail(dbId, table))
        .then(({ selectStar }) => take(selectStar))
        .catch(tell);
    },
  };
}

function placeOf({ catalog, schema, name, kind }: ListedTable): ListedTable {
  return { catalog, schema, name, kind };
}

/** Goes to a table in its schema and opens it there; a list that has to be read first is waited for. */
function useJump({ tab, database, source, rows, clearSearch, tree }: Given, setActive: (key: string) => void) {
  const [sought, setSought] = useState<string | null>(null);
  const at = sought === null ? -1 : rows.indexOf(sought);
  useLayoutEffect(() => {
    if (sought === null || at < 0) return;
    setSought(null);
    setActive(sought);
    const element = tree.current;
    const rowHeight = element?.querySelector('[role="treeitem"]')?.clientHeight ?? 28;
    element?.focus({ preventScroll: true });
    element?.scrollTo({ top: Math.max(0, (at - 2) * rowHeight) });
  }, [sought, at, setActive, tree]);
  return (to: TablePath, from: TablePath) => {
    const schema = to.schema ?? from.schema ?? source.current ?? '';
    const table: ListedTable = { catalog: from.catalog, schema, name: to.name, kind: 'table' };
    const key = placedKey(schemaKey(schema), table);
    clearSearch();
    toggleRow(tab.id, database.id, schemaKey(schema), true);
    toggleRow(tab.id, database.id, key, true);
    recordTable(database.id, table);
    openTable(tab.id, { ...placeOf(table), dbId: database.id });
    setSought(key);
  };
}
