import type { Catalog, ColumnEntry, ForeignKey, FunctionEntry, TableEntry, TableRef, TableShape } from './catalog.ts';

/** A small shop, for tests. */

function column(text: string): ColumnEntry {
  const [name = '', type = '', ...comment] = text.split(' ');
  const note = comment.join(' ');
  return { name: name.replaceAll('+', ' '), type, comment: note === '' ? null : note, isKey: name === 'id' };
}

function table(columns: readonly string[], foreignKeys: readonly ForeignKey[] = []): TableShape {
  return { kind: 'table', comment: null, columns: columns.map(column), foreignKeys };
}

function keyTo(name: string, column: string): ForeignKey {
  return { columns: [column], to: { catalog: null, schema: 'main', name }, toColumns: ['id'] };
}

const shapes: Readonly<Record<string, TableShape>> = {
  'main.customers': {
    ...table(['id integer', 'name varchar the full name', 'Country varchar', 'Sign+up+date date']),
    comment: 'People who bought something.',
  },
  'main.orders': table(
    ['id integer', 'customer_id integer', 'amount decimal(18,2)', 'ordered_at timestamp', 'status varchar'],
    [keyTo('customers', 'customer_id')],
  ),
  'main.order_items': table(
    ['order_id integer', 'product_id integer', 'quantity integer', 'amount decimal(18,2)'],
    [keyTo('orders', 'order_id'), keyTo('products', 'product_id')],
  ),
  'main.products': table(['id integer', 'name varchar', 'price decimal(18,2)']),
  'sales.regions': table(['id integer', 'region varchar']),
};

const entries: readonly TableEntry[] = Object.keys(shapes).map((path) => {
  const [schema = '', name = ''] = path.split('.');
  return { catalog: null, schema, name, kind: 'table' };
});

function fn(
  name: string,
  kind: FunctionEntry['kind'],
  names: string,
  description: string | null = null,
): FunctionEntry {
  const list = names === '' ? [] : names.split(' ');
  const args = list.map((each) => ({
    name: each.replace(/[?…]$/, ''),
    type: null,
    isOptional: each.endsWith('?'),
    isVariadic: each.endsWith('…'),
  }));
  return { name, kind, description, signatures: [{ arguments: args, returns: null }] };
}

const functions = [
  fn('count', 'aggregate', 'value?', 'How many values there are.'),
  fn('sum', 'aggregate', 'value'),
  fn('date_trunc', 'scalar', 'part timestamp', 'Cuts a time to a part.'),
  fn('coalesce', 'scalar', 'value…'),
  fn('now', 'scalar', ''),
  fn('row_number', 'window', ''),
  fn('generate_series', 'table', 'start stop step?'),
];

export const shop: Catalog = {
  schema: 'main',
  schemas: ['main', 'sales'],
  tables: (schema) => entries.filter((entry) => entry.schema === (schema ?? 'main')),
  search: (text) => entries.filter(({ name }) => name.startsWith(text.toLowerCase())),
  shape: ({ schema, name }: TableRef) =>
    Object.entries(shapes).find(([path]) => path.toLowerCase() === `${schema ?? 'main'}.${name}`.toLowerCase())?.[1] ??
    'absent',
  functions: new Map(functions.map((each) => [each.name, each])),
  snippets: [{ name: 'top customers', description: 'by revenue', sql: 'SELECT * FROM customers LIMIT 10' }],
  macros: [{ name: 'url_param', call: "url_param('${name}')", description: 'a value in the address' }],
  parameters: new Map([['start', '2024-01-01']]),
};
