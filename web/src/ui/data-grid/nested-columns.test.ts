import { rowsOf, tableOf, type Cell, type Column } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { expandTable, isNested, MAX_FIELDS, MAX_MEMBERS } from './nested-columns.ts';

const nested = (values: readonly Cell[]): Column => ({ name: 'place', kind: 'string', values });
const id: Column = { name: 'id', kind: 'numeric', values: [1, 2, 3] };

test('structures and lists become columns behind their own, over rows of different fields', () => {
  const table = tableOf([
    nested([{ city: 'Oslo', at: [59.9, 10.7] }, null, { zip: 9007199254740993n, city: null }]),
    id,
  ]);
  const wide = expandTable(table, new Set(['place', 'place.at']));
  expect([...wide.columns.keys()]).toEqual([
    'place',
    'place.city',
    'place.at',
    'place.at[1]',
    'place.at[2]',
    'place.zip',
    'id',
  ]);
  expect(wide.columns.get('place.zip')).toEqual({
    name: 'place.zip',
    kind: 'numeric',
    values: [null, null, 9007199254740993n],
  });
  expect(wide.columns.get('place.at[1]')?.kind).toBe('numeric');
  expect(rowsOf(wide)[0]?.['place.city']).toBe('Oslo');
  expect(expandTable(table, new Set())).toBe(table);
});

test('JSON that travels as text is expanded as well; text that only looks like it stays', () => {
  const table = tableOf([nested(['{"ok": true}', '[not json', '{"ok": false}']), id]);
  const wide = expandTable(table, new Set(['place']));
  expect(wide.columns.get('place.ok')).toEqual({ name: 'place.ok', kind: 'boolean', values: [true, null, false] });
  expect([isNested(nested([null, '{"a":1}']), 2), isNested(nested(['plain']), 1), isNested(id, 3)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('a field never takes the name of another column, and there are no more than fit', () => {
  const table = tableOf([nested([{ city: 'a' }]), { name: 'place.city', kind: 'string', values: ['own'] }]);
  expect([...expandTable(table, new Set(['place'])).columns.keys()]).toEqual(['place', 'place.city (2)', 'place.city']);
  const keys = Object.fromEntries(Array.from({ length: 500 }, (_, key) => [`k${key}`, key]));
  const many = expandTable(tableOf([nested([keys])]), new Set(['place']));
  expect(many.columns.size).toBe(1 + MAX_FIELDS);
  const list = expandTable(tableOf([nested([Array.from({ length: 500 }, (_, at) => at)])]), new Set(['place']));
  expect(list.columns.size).toBe(1 + MAX_MEMBERS);
});
