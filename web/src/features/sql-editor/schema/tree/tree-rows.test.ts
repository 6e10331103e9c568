import { expect, test } from 'vitest';
import type { ListedTable, TableDetail } from '../../../../api/catalog.ts';
import { expansionOf, type TreeRow } from './tree-row.ts';
import { groupKey, placedKey, schemaKey, treeRows, foundRows, foundPlace, type TreeSource } from './tree-rows.ts';
import { treeStep } from './tree-keys.ts';
import type { Rows } from './rows.ts';

const table = (name: string, schema = 'main'): ListedTable => ({ catalog: null, schema, name, kind: 'table' });
const orders = table('orders');
const detail: TableDetail = {
  comment: 'What was sold',
  columns: ['id', 'customer_id', 'total'].map((name) => ({ name, type: 'INTEGER', isNullable: true, comment: null })),
  primaryKey: ['id'],
  references: [{ columns: ['customer_id'], to: table('customers'), toColumns: ['id'] }],
  indexes: [{ name: 'by_total', columns: ['total'], isUnique: false }],
  selectStar: 'SELECT 1',
};
const many = Array.from({ length: 300_000 }, (_, index) => table(`t${index}`));

function source(more: Partial<TreeSource> = {}): TreeSource {
  return {
    groups: [],
    schemas: ['archive', 'main'],
    current: 'main',
    tablesOf: (schema) => ({ state: 'here', value: schema === 'main' ? [table('customers'), orders] : [] }),
    openedTable: () => ({ state: 'here', value: { detail, partitions: null } }),
    expanded: new Set(),
    ...more,
  };
}

const textOf = (row: TreeRow): string => {
  switch (row.kind) {
    case 'group':
      return row.group;
    case 'schema':
      return row.schema;
    case 'table':
      return row.table.name;
    case 'column':
      return `${row.column.name}${row.isPrimary ? ' pk' : ''}${row.reference ? ` → ${row.reference.to.name}` : ''}`;
    case 'reference':
      return row.reference.columns.join(',');
    case 'indexes':
      return `indexes ${row.count}`;
    case 'index':
      return row.index.name;
    case 'fact':
      return row.text;
    case 'note':
      return row.note;
    case 'problem':
      return String(row.error);
  }
};
const shown = (rows: Rows<TreeRow>) =>
  Array.from({ length: rows.count }, (_, index) => {
    const row = rows.at(index);
    return `${'  '.repeat(row.level - 1)}${textOf(row)}`;
  });

test('the schema of the tab comes first; a table shows in place what it is made of', () => {
  const expanded = new Set([schemaKey('main'), placedKey(schemaKey('main'), orders), schemaKey('archive')]);
  expect(shown(treeRows(source({ expanded })))).toEqual([
    'main',
    '  customers',
    '  orders',
    '    What was sold',
    '    id pk',
    '    customer_id → customers',
    '    total',
    '    indexes 1',
    'archive',
    '  no_tables',
  ]);
});

test('tables of the tab and pinned ones stand above the schemas, and open each in its place', () => {
  const groups = [
    { id: 'tab', tables: [orders] },
    { id: 'pinned', tables: [] },
    { id: 'recent', tables: [table('old', 'archive')] },
  ] as const;
  const expanded = new Set([groupKey('tab'), placedKey(groupKey('tab'), orders)]);
  const rows = treeRows(source({ groups, expanded }));
  expect(shown(rows).slice(0, 3)).toEqual(['tab', '  orders', '    What was sold']);
  expect(shown(rows).slice(-3)).toEqual(['recent', 'main', 'archive']);
  expect(rows.at(0)).toMatchObject({ position: 1, size: 4 });
  expect(rows.at(1)).toMatchObject({ showsSchema: true });
});

test('what is awaited and what failed say so where it would be', () => {
  const expanded = new Set([schemaKey('main'), schemaKey('archive')]);
  const rows = treeRows(
    source({
      expanded,
      tablesOf: (schema) => (schema === 'main' ? { state: 'waiting' } : { state: 'failed', error: 'locked' }),
    }),
  );
  expect(shown(rows)).toEqual(['main', '  loading', 'archive', '  locked']);
});

test('of 300 000 tables only those are made that are looked at, and each is found by its key', () => {
  const made = { rows: 0 };
  const tables = new Proxy(many, {
    get: (list, key) => {
      if (typeof key === 'string' && /^\d+$/.test(key)) made.rows += 1;
      return Reflect.get(list, key) as unknown;
    },
  });
  const place = schemaKey('main');
  const opened = many[200_000] ?? orders;
  const expanded = new Set([place]);
  const lists = source({ tablesOf: () => ({ state: 'here', value: tables }), expanded });
  const closed = treeRows(lists);
  expect(closed.count).toBe(300_002);
  expect(textOf(closed.at(200_001))).toBe('t200000');
  expect(made.rows).toBeLessThan(10);
  const open = treeRows({ ...lists, expanded: new Set([place, placedKey(place, opened)]) });
  expect(open.count).toBe(300_007);
  const key = placedKey(place, opened);
  expect([open.indexOf(key), expansionOf(open.at(200_001)), textOf(open.at(200_007))]).toEqual([
    200_001,
    true,
    't200001',
  ]);
  expect(open.indexOf(placedKey(place, many[299_999] ?? orders))).toBe(300_005);
  expect(open.indexOf('nothing')).toBe(-1);
});

test('what a search found is one list with the schema of each, and says when there is more', () => {
  const found = [table('orders'), table('orders', 'archive')];
  const expanded = new Set([placedKey(foundPlace, table('orders', 'archive'))]);
  const rows = foundRows({ ...source(), expanded }, found, true);
  expect(shown(rows).filter((line) => !line.startsWith('  '))).toEqual(['orders', 'orders', 'cut']);
  expect(rows.at(0)).toMatchObject({ showsSchema: true, isExpanded: false, position: 1, size: 2 });
  expect(rows.at(1)).toMatchObject({ isExpanded: true });
});

test('arrows walk the tree: in, out, and from a table back to its schema', () => {
  const place = schemaKey('main');
  const rows = treeRows(source({ expanded: new Set([place, placedKey(place, orders)]) }));
  const press = (key: string, at: number) => treeStep({ key, rows, at, pageRows: 4 });
  const move = (to: number) => ({ kind: 'move', to });
  expect(press('ArrowDown', 0)).toEqual(move(1));
  expect(press('ArrowDown', 8)).toEqual(move(8));
  expect(press('ArrowUp', -1)).toEqual(move(0));
  expect([press('End', 0), press('Home', 5), press('PageDown', 1), press('PageUp', 1)]).toEqual([
    move(8),
    move(0),
    move(5),
    move(0),
  ]);
  expect(press('ArrowRight', 1)).toMatchObject({ kind: 'toggle', row: { kind: 'table', isExpanded: false } });
  expect(press('ArrowRight', 2)).toEqual(move(3));
  expect(press('ArrowRight', 4)).toBeNull();
  expect(press('ArrowLeft', 4)).toEqual(move(2));
  expect(press('ArrowLeft', 2)).toMatchObject({ kind: 'toggle', row: { isExpanded: true } });
  expect(press('ArrowLeft', 1)).toEqual(move(0));
  expect(press('a', 1)).toBeNull();
});
