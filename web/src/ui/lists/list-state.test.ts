import { expect, test } from 'vitest';
import { listQueryOf, readListState, writeListState } from './list-state.ts';

const defaults = { orderColumn: 'changed_on', orderDirection: 'desc' as const };

test('a list is read back from its own address', () => {
  const state = {
    search: 'flights & more',
    filters: { owner: '3', kind: 'virtual' },
    orderColumn: 'name',
    orderDirection: 'asc' as const,
    page: 2,
  };
  expect(readListState(writeListState(state, defaults), defaults)).toEqual(state);
});

test('the address of the default is empty', () => {
  expect(writeListState(readListState(new URLSearchParams(), defaults), defaults).toString()).toBe('');
});

test.each(['0', '-1', 'x', '1.5', ''])('page "%s" of an address is the first', (page) => {
  expect(readListState(new URLSearchParams({ page }), defaults).page).toBe(0);
});

test('[7.3-01] the list query has the search, the filters, the order and the page', () => {
  const state = readListState(new URLSearchParams('q=sales&f.owner=3&page=2'), defaults);
  expect(
    listQueryOf(state, ['id'], { col: 'slice_name', opr: 'chart_all_text' }, (name, value) => [
      { col: name, opr: 'rel_m_m', value: Number(value) },
    ]),
  ).toEqual({
    columns: ['id'],
    filters: [
      { col: 'slice_name', opr: 'chart_all_text', value: 'sales' },
      { col: 'owner', opr: 'rel_m_m', value: 3 },
    ],
    orderColumn: 'changed_on',
    orderDirection: 'desc',
    page: 1,
    pageSize: 25,
  });
});
