import { expect, test } from 'vitest';
import type { PlacedTable } from '../../engines/engine.ts';
import { createNameIndex, searchNames } from './name-index.ts';

const placed = (schema: string, ...names: readonly string[]): readonly PlacedTable[] =>
  names.map((name) => ({ schema, name, kind: name.startsWith('v_') ? 'view' : 'table' }));

function indexOf(...pages: readonly (readonly PlacedTable[])[]) {
  const index = createNameIndex();
  for (const page of pages) index.add(page);
  return index.build();
}

const index = indexOf(
  placed('public', 'orders', 'order_lines', 'reorders', 'stg_orders_2024', 'customers', 'v_orders', 'Ω mega', 'a\nb'),
  placed('sales', 'orders', 'Invoice Lines', 'a.b', 'daily_active_users'),
);
const find = (text: string, limit = 50, schema: string | null = null) =>
  searchNames(index, { text, schema, limit }).tables.map(({ schema: place, name }) => `${place}.${name}`);

test('the name itself, then its beginning, then a word of it, then a part, the shorter first', () => {
  expect(find('orders')).toEqual([
    'public.orders',
    'sales.orders',
    'public.v_orders',
    'public.stg_orders_2024',
    'public.reorders',
    // Its letters stand there too, with others between.
    'public.order_lines',
  ]);
  expect(find('order')).toEqual([
    'public.orders',
    'sales.orders',
    'public.order_lines',
    'public.v_orders',
    'public.stg_orders_2024',
    'public.reorders',
  ]);
});

test.each([
  { case: 'letters of any case', text: 'INVOICE', want: ['sales.Invoice Lines'] },
  { case: 'letters of other scripts', text: 'ω', want: ['public.Ω mega'] },
  { case: 'terms in any order', text: 'lines ord', want: ['public.order_lines'] },
  { case: 'a schema and a name', text: 'sales.ord', want: ['sales.orders'] },
  { case: 'a schema that begins so', text: 'sal.inv', want: ['sales.Invoice Lines'] },
  { case: 'quotes around them', text: '"sales"."orders"', want: ['sales.orders'] },
  { case: 'a catalog before them', text: 'main.sales.orders', want: ['sales.orders'] },
  { case: 'a dot that stands in a name', text: 'a.b', want: ['sales.a.b'] },
  { case: 'a name with a line break', text: 'a b', want: ['public.a\nb', 'sales.a.b'] },
  { case: 'its letters with others between', text: 'dau', want: ['sales.daily_active_users'] },
  { case: 'a number behind letters', text: '2024', want: ['public.stg_orders_2024'] },
  { case: 'a letter too many', text: 'custtomers', want: ['public.customers'] },
  { case: 'a wrong letter', text: 'cuztomers', want: ['public.customers'] },
  { case: 'nothing like it', text: 'zzzz', want: [] },
  { case: 'signs of patterns', text: '%', want: [] },
])('$case', ({ text, want }) => {
  expect(find(text)).toEqual(want);
});

test('without a text come the first tables, and what does not fit is said so', () => {
  expect(searchNames(index, { text: ' ', schema: null, limit: 2 })).toEqual({
    tables: [
      { schema: 'public', name: 'orders', kind: 'table' },
      { schema: 'public', name: 'order_lines', kind: 'table' },
    ],
    isCut: true,
  });
  expect(searchNames(index, { text: 'orders', schema: 'sales', limit: 1 })).toEqual({
    tables: [{ schema: 'sales', name: 'orders', kind: 'table' }],
    isCut: false,
  });
  expect(searchNames(index, { text: 'v_', schema: null, limit: 1 }).tables).toMatchObject([{ kind: 'view' }]);
});

test('an empty database has no names', () => {
  expect(searchNames(indexOf([]), { text: 'a', schema: null, limit: 9 })).toEqual({ tables: [], isCut: false });
});

test('the best of many are found whatever their place', () => {
  const many = Array.from({ length: 3000 }, (_, at) => placed('s', `table_of_things_${at}`, `thing_${at}_x`)).flat();
  const found = searchNames(indexOf(many.toReversed(), placed('t', 'thing')), {
    text: 'thing',
    schema: null,
    limit: 3,
  });
  expect(found.tables.map(({ name }) => name)).toEqual(['thing', 'thing_9_x', 'thing_8_x']);
  expect(found.isCut).toBe(true);
});
