import { expect, test } from 'vitest';
import { isAppError } from '@tessera/core/errors/app-error';
import { parseChoiceQuery, parseIds, parseListQuery } from './list-query.ts';

function complaint(read: () => unknown): unknown {
  try {
    return read();
  } catch (error) {
    if (isAppError(error, 'invalid_fields')) return error.params.fields;
    return isAppError(error, 'invalid_rison') ? 'invalid rison' : error;
  }
}

test('[9.0-23] nothing asked is page 0 of 20; a page of 200 is honoured, -1 is the maximum', () => {
  expect(parseListQuery(undefined)).toEqual({
    columns: null,
    filters: [],
    orderColumn: null,
    orderDirection: 'asc',
    page: 0,
    pageSize: 20,
    keys: null,
  });
  expect(parseListQuery('(page:2,page_size:200)')).toMatchObject({ page: 2, pageSize: 200 });
  expect(parseListQuery('(page_size:-1)')).toMatchObject({ pageSize: 500 });
});

test('[7.3-01] columns, filters and order are read from rison and from JSON alike', () => {
  const expected = {
    columns: ['id', 'owners.first_name'],
    filters: [{ col: 'slice_name', opr: 'ct', value: 'a b' }],
    orderColumn: 'changed_on',
    orderDirection: 'desc',
  };
  expect(
    parseListQuery(
      "(columns:!(id,owners.first_name),filters:!((col:slice_name,opr:ct,value:'a " +
        "b')),order_column:changed_on,order_direction:desc)",
    ),
  ).toMatchObject(expected);
  expect(
    parseListQuery(
      '{"columns":["id","owners.first_name"],"filters":[{"col":"slice_name","opr":"ct","value":"a ' +
        'b"}],"order_column":"changed_on","order_direction":"desc"}',
    ),
  ).toMatchObject(expected);
});

test.each([
  ['(page_size:501)', { page_size: ['Must be between 1 and 500, or -1 for the maximum.'] }],
  ['(page_size:0)', { page_size: ['Must be between 1 and 500, or -1 for the maximum.'] }],
  ['(page_size:all)', { page_size: ['Not a valid integer.'] }],
  ['(page:-1)', { page: ['Must be 0 or more.'] }],
  ['(page:1000000000)', { page: ['Must be at most 1000000.'] }],
  ['(page:1.5)', { page: ['Not a valid integer.'] }],
  ['(order_direction:up)', { order_direction: ['Must be one of: asc, desc.'] }],
  ['(columns:id)', { columns: ['Not a valid list.'] }],
  ['(filters:!(x))', { filters: ['Each filter is an object with col, opr and value.'] }],
  ['(filters:!((col:a)))', { filters: ['Each filter is an object with col, opr and value.'] }],
  ['((', 'invalid rison'],
  ['!(1,2)', 'invalid rison'],
  ['{"a":', 'invalid rison'],
])('%s is refused by name', (q, expected) => {
  expect(complaint(() => parseListQuery(q))).toEqual(expected);
});

test('ids come as a rison list, as JSON, or alone', () => {
  expect([parseIds('!(1,2)'), parseIds('[3]'), parseIds('7'), parseIds(undefined)]).toEqual([[1, 2], [3], [7], []]);
  expect(complaint(() => parseIds('!(1,x)'))).toEqual({ q: ['Not a valid integer.'] });
  expect(complaint(() => parseIds('!(99999999999)'))).toEqual({ q: ['Not a valid integer.'] });
});

test('choices take a search text and the ids that must be among them', () => {
  expect(parseChoiceQuery("(filter:'x y',page:1,page_size:10,include_ids:!(4))")).toEqual({
    filter: 'x y',
    page: 1,
    pageSize: 10,
    includeIds: [4],
  });
});
