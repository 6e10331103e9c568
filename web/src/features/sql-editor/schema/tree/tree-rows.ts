import type { ListedTable, Reference, TableDetail, TablePartitions, TablePath } from '../../../../api/catalog.ts';
import { joinRows, rowsOf, type Rows } from './rows.ts';
import { noteKey, type GroupId, type TableRow, type TreeRow } from './tree-row.ts';

/** What was asked of the server. */
export type Asked<T> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly error: unknown }
  | { readonly state: 'here'; readonly value: T };

export type OpenedTable = { readonly detail: TableDetail; readonly partitions: TablePartitions | null };

/** Everything that the tree shows, as far as it is known. */
export type TreeSource = {
  readonly groups: readonly { readonly id: GroupId; readonly tables: readonly ListedTable[] }[];
  readonly schemas: readonly string[];
  /** The schema of the tab; the first of them that is worth looking at where it has none. */
  readonly current: string | null;
  /** Null where nobody has opened the schema. */
  readonly tablesOf: (schema: string) => Asked<readonly ListedTable[]> | null;
  readonly openedTable: (table: TablePath) => Asked<OpenedTable>;
  /** Keys of rows that are open. */
  readonly expanded: ReadonlySet<string>;
};

/** Names a table in every place of the tree. */
export function tableKey({ catalog, schema, name }: TablePath): string {
  return JSON.stringify([catalog, schema, name]);
}
/** The table that a `tableKey` names; null for another text. */
export function tableOfKey(key: string): TablePath | null {
  if (!key.startsWith('[')) return null;
  try {
    const [catalog, schema, name] = JSON.parse(key) as readonly [string | null, string | null, string];
    return { catalog, schema, name };
  } catch {
    // What is open below a table has more behind the name.
    return null;
  }
}
/** Whether a table is open in a place or another. */
export function isOpenAnywhere(expanded: Iterable<string>, table: TablePath): boolean {
  const end = ` › ${tableKey(table)}`;
  return [...expanded].some((key) => key.endsWith(end));
}
/** The tables that are open anywhere, each once. */
export function expandedTables(expanded: ReadonlySet<string>): readonly TablePath[] {
  const keys = [...expanded].flatMap((key) => {
    const at = key.indexOf(' › ');
    return at < 0 ? [] : key.slice(at + 3);
  });
  return [...new Set(keys)].flatMap((key) => tableOfKey(key) ?? []);
}

export const groupKey = (group: GroupId) => `group ${group}`;
export const schemaKey = (schema: string) => `schema ${schema}`;
export const foundPlace = 'found';
/** Names a table in one place of the tree. */
export function placedKey(place: string, table: TablePath): string {
  return `${place} › ${tableKey(table)}`;
}

/** The groups of the user, then every schema with its tables: the schema of the tab first. */
export function treeRows(source: TreeSource): Rows<TreeRow> {
  const groups = source.groups.filter(({ tables }) => tables.length > 0);
  const { current, schemas } = source;
  const ordered =
    current !== null && schemas.includes(current) ? [current, ...schemas.filter((name) => name !== current)] : schemas;
  const size = groups.length + ordered.length;
  return joinRows([
    ...groups.flatMap(({ id, tables }, index) => groupRows(source, id, tables, index + 1, size)),
    ...ordered.flatMap((name, index) => schemaRows(source, name, groups.length + index + 1, size)),
  ]);
}

/** What a search found: tables of all schemas, each with the name of its own. */
export function foundRows(
  source: Pick<TreeSource, 'openedTable' | 'expanded' | 'schemas'>,
  tables: readonly ListedTable[],
  isCut: boolean,
): Rows<TreeRow> {
  const note: TreeRow = {
    kind: 'note',
    key: 'found cut',
    level: 1,
    position: tables.length + 1,
    size: -1,
    note: 'cut',
  };
  return joinRows([
    ...tableRuns(source, foundPlace, tables, 1, source.schemas.length > 1),
    rowsOf(isCut ? [note] : []),
  ]);
}

function groupRows(
  source: TreeSource,
  group: GroupId,
  tables: readonly ListedTable[],
  position: number,
  size: number,
): readonly Rows<TreeRow>[] {
  const key = groupKey(group);
  const isExpanded = source.expanded.has(key);
  const head: TreeRow = { kind: 'group', key, level: 1, position, size, group, count: tables.length, isExpanded };
  return [rowsOf([head]), ...(isExpanded ? tableRuns(source, key, tables, 2, source.schemas.length > 1) : [])];
}

function schemaRows(source: TreeSource, schema: string, position: number, size: number): readonly Rows<TreeRow>[] {
  const key = schemaKey(schema);
  const isExpanded = source.expanded.has(key);
  const tables = source.tablesOf(schema);
  const count = tables?.state === 'here' ? tables.value.length : null;
  const isCurrent = source.current === schema;
  const head: TreeRow = { kind: 'schema', key, level: 1, position, size, schema, count, isExpanded, isCurrent };
  if (!isExpanded) return [rowsOf([head])];
  const alone = { level: 2, position: 1, size: 1 } as const;
  const note = (what: 'loading' | 'no_tables'): TreeRow => ({ kind: 'note', key: noteKey(key), ...alone, note: what });
  if (tables === null || tables.state === 'waiting') return [rowsOf([head, note('loading')])];
  if (tables.state === 'failed')
    return [
      rowsOf([head, { kind: 'problem', key: `${key} problem`, ...alone, error: tables.error, what: { schema } }]),
    ];
  if (tables.value.length === 0) return [rowsOf([head, note('no_tables')])];
  return [rowsOf([head]), ...tableRuns(source, key, tables.value, 2, false)];
}

type Open = Pick<TreeSource, 'openedTable' | 'expanded'>;

/** Runs of closed tables, and between them what the open ones hold. */
function tableRuns(
  source: Open,
  place: string,
  tables: readonly ListedTable[],
  level: number,
  showsSchema: boolean,
): readonly Rows<TreeRow>[] {
  const open = openTables(source.expanded, place, tables);
  const parts: Rows<TreeRow>[] = [];
  let from = 0;
  const run = (to: number, isLastOpen: boolean) => {
    if (to > from) parts.push(tableRun({ place, tables, level, showsSchema }, from, to, isLastOpen));
    from = to;
  };
  for (const index of open) {
    const table = tables[index];
    if (table === undefined) continue;
    run(index + 1, true);
    parts.push(detailRows(source, placedKey(place, table), table, level + 1));
  }
  run(tables.length, false);
  return parts;
}

/** Indexes of the tables that are open in a place, in their order. */
function openTables(expanded: ReadonlySet<string>, place: string, tables: readonly ListedTable[]): readonly number[] {
  return [...expanded]
    .flatMap((key) => {
      const index = indexOfTable(place, tables, key);
      return index < 0 ? [] : [index];
    })
    .toSorted((a, b) => a - b);
}

/** Where the table of a key stands in a list; −1 for a key of another place. A look at every name is quick enough. */
function indexOfTable(place: string, tables: readonly ListedTable[], key: string): number {
  const start = `${place} › `;
  if (!key.startsWith(start)) return -1;
  const sought = tableOfKey(key.slice(start.length));
  return sought === null
    ? -1
    : tables.findIndex(
        ({ name, schema, catalog }) => name === sought.name && schema === sought.schema && catalog === sought.catalog,
      );
}

type RunOf = {
  readonly place: string;
  readonly tables: readonly ListedTable[];
  readonly level: number;
  readonly showsSchema: boolean;
};

/** The tables from one index up to another; of them only the last may be open. */
function tableRun(
  { place, tables, level, showsSchema }: RunOf,
  from: number,
  to: number,
  isLastOpen: boolean,
): Rows<TreeRow> {
  return {
    count: to - from,
    at: (offset): TableRow => {
      const index = from + offset;
      const table = tables[index];
      if (table === undefined) throw new RangeError(`no table ${index}`);
      return {
        kind: 'table',
        key: placedKey(place, table),
        level,
        position: index + 1,
        size: tables.length,
        table,
        isExpanded: isLastOpen && index === to - 1,
        showsSchema,
        place: place === foundPlace ? null : place,
      };
    },
    indexOf: (key) => {
      const index = indexOfTable(place, tables, key);
      return index >= from && index < to ? index - from : -1;
    },
  };
}

/** What an open table holds: its comment, columns, keys, indexes and parts. */
function detailRows(source: Open, key: string, table: ListedTable, level: number): Rows<TreeRow> {
  const opened = source.openedTable(table);
  const alone = { level, position: 1, size: 1 } as const;
  if (opened.state === 'waiting') return rowsOf([{ kind: 'note', key: noteKey(key), ...alone, note: 'loading' }]);
  if (opened.state === 'failed')
    return rowsOf([{ kind: 'problem', key: `${key} problem`, ...alone, error: opened.error, what: { table } }]);
  const rows = madeRows(source.expanded, key, table, level, opened.value);
  return rowsOf(rows.length > 0 ? rows : [{ kind: 'note', key: noteKey(key), ...alone, note: 'no_columns' }]);
}

function madeRows(
  expanded: ReadonlySet<string>,
  key: string,
  table: ListedTable,
  level: number,
  { detail, partitions }: OpenedTable,
): readonly TreeRow[] {
  const { comment, columns, primaryKey, references, indexes } = detail;
  // A key of several columns is a line of its own; that of one column stands beside the column.
  const wide = references.filter((reference) => reference.columns.length !== 1);
  const size =
    columns.length + wide.length + (comment ? 1 : 0) + (indexes.length > 0 ? 1 : 0) + (partitions === null ? 0 : 1);
  let position = 0;
  const next = (name: string) => ({ key: `${key} · ${name}`, level, position: (position += 1), size });
  return [
    ...(comment ? [{ kind: 'fact', ...next('comment'), fact: 'comment', text: comment } as const] : []),
    ...columns.map((column): TreeRow => ({
      kind: 'column',
      ...next(`column ${column.name}`),
      table,
      column,
      isPrimary: primaryKey.includes(column.name),
      reference: referenceOf(references, column.name),
    })),
    ...wide.map((reference): TreeRow => ({
      kind: 'reference',
      ...next(`reference ${reference.columns.join(',')}`),
      table,
      reference,
    })),
    ...(indexes.length > 0 ? indexRows(expanded, next('indexes'), detail) : []),
    ...(partitions === null
      ? []
      : [{ kind: 'fact', ...next('partitions'), fact: 'partitions', text: partitionText(partitions) } as const]),
  ];
}

function referenceOf(references: readonly Reference[], column: string): Reference | null {
  return (
    references.find(({ columns }) => columns.length === 1 && columns[0] === column) ??
    references.find(({ columns }) => columns.includes(column)) ??
    null
  );
}

function indexRows(
  expanded: ReadonlySet<string>,
  head: Pick<TreeRow, 'key' | 'level' | 'position' | 'size'>,
  { indexes }: TableDetail,
): readonly TreeRow[] {
  const isExpanded = expanded.has(head.key);
  return [
    { kind: 'indexes', ...head, count: indexes.length, isExpanded },
    ...(isExpanded ? indexes : []).map((index, place): TreeRow => ({
      kind: 'index',
      key: `${head.key} ${place}`,
      level: head.level + 1,
      position: place + 1,
      size: indexes.length,
      index,
    })),
  ];
}

/** Columns with the value of the newest part where they are values: `day = 2026-03-01`. */
function partitionText({ columns, newest }: TablePartitions): string {
  return columns
    .map((column) => (newest?.[column] === undefined ? column : `${column} = ${newest[column]}`))
    .join(', ');
}
