import { expect, test } from 'vitest';
import { AGGREGATES } from '../query-object.ts';
import { isMetricExpression } from '../metric-expression.ts';
import type { AdhocFilter } from '../form-data.ts';
import { adhocFiltersOf, filtersForSave, splitAdhocFilters } from './adhoc.ts';
import { anyOfFilter, conditionsOf } from './any-of.ts';
import { mergeExtraFormData, readExtraFormData } from './data-mask.ts';
import { filterKey, parseFilterKey } from './filter-key.ts';
import { isUnary, nameOfOperator, namedOperators, OPERATORS, readOperator, takesList } from './operators.ts';

const simple = (
  operator: string,
  comparator?: AdhocFilter['comparator'],
  more: Partial<AdhocFilter> = {},
): AdhocFilter => ({
  expressionType: 'SIMPLE',
  clause: 'WHERE',
  subject: 'c',
  operator,
  ...(comparator === undefined ? {} : { comparator }),
  ...more,
});
const sql = (clause: 'WHERE' | 'HAVING', sqlExpression: string): AdhocFilter => ({
  expressionType: 'SQL',
  clause,
  sqlExpression,
});

test('[3.5-02] every operator of chart queries is read as itself', () => {
  const named = [
    '==',
    '!=',
    '>',
    '<',
    '>=',
    '<=',
    'ILIKE',
    'LIKE',
    'NOT LIKE',
    'REGEX',
    'TEMPORAL_RANGE',
    'IN',
    'NOT IN',
    'IS NULL',
    'IS NOT NULL',
  ];
  expect(OPERATORS).toEqual(expect.arrayContaining(named));
  expect(OPERATORS.map(readOperator)).toEqual(OPERATORS);
});

test('[3.5-03] named operators translate both ways', () => {
  for (const [name, symbol] of Object.entries(namedOperators)) {
    expect(readOperator(name)).toBe(symbol);
    expect(nameOfOperator(symbol)).toBe(name);
  }
  expect(nameOfOperator('REGEX')).toBeNull();
});

test.each([
  ['not in', 'NOT IN'],
  ['=', '=='],
  ['≥', '>='],
  ['≠', '!='],
  ['NOT_LIKE', 'NOT LIKE'],
  ['frobnicate', null],
])('stored operator %s is read as %s', (text, want) => {
  expect(readOperator(text)).toBe(want);
});

test('[3.5-03] five operators need no value, two take lists', () => {
  expect(OPERATORS.filter(isUnary)).toEqual(['IS NULL', 'IS NOT NULL', 'IS TRUE', 'IS FALSE', 'LATEST PARTITION']);
  expect(OPERATORS.filter(takesList)).toEqual(['IN', 'NOT IN']);
});

test('[3.5-04] aggregates', () => {
  expect(AGGREGATES).toEqual(['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM']);
});

test('[3.5-01] simple and SQL filters go to filters, where and having', () => {
  expect(
    splitAdhocFilters([
      simple('==', 1),
      simple('IN', 'a'),
      simple('IS NULL', 'left over'),
      simple('==', 1, { clause: 'HAVING' }),
      simple('', 1),
      simple('==', 1, { subject: null }),
      sql('WHERE', 'a > 1'),
      sql('WHERE', 'b -- why'),
      sql('HAVING', 'SUM(x) > 0'),
      sql('WHERE', ' '),
    ]),
  ).toEqual({
    filters: [
      { col: 'c', op: '==', val: 1 },
      { col: 'c', op: 'IN', val: ['a'] },
      { col: 'c', op: 'IS NULL' },
    ],
    where: '(a > 1) AND (b -- why\n)',
    having: '(SUM(x) > 0)',
  });
});

test('[3.5-03] a filter saved with operatorId only is understood', () => {
  const { operator: _, ...byName } = simple('');
  expect(
    splitAdhocFilters([{ ...byName, operatorId: 'GREATER_THAN', comparator: 3 }, simple('~~', 1)]).filters,
  ).toEqual([
    { col: 'c', op: '>', val: 3 },
    { col: 'c', op: '~~', val: 1 },
  ]);
});

test('what is no filter is left out', () => {
  expect(adhocFiltersOf([null, 1, {}, { expressionType: 'OTHER' }, sql('WHERE', 'a')])).toEqual([sql('WHERE', 'a')]);
  expect(adhocFiltersOf({})).toEqual([]);
});

test('[5.0-16] saving drops filters flagged as extra and opens temporal ranges among them to "No filter"', () => {
  expect(
    filtersForSave([
      simple('TEMPORAL_RANGE', 'Last week'),
      simple('IN', ['a'], { isExtra: true }),
      simple('TEMPORAL_RANGE', 'Last month', { isExtra: true, subject: 'ds' }),
      simple('==', 1, { isExtra: false }),
    ]),
  ).toEqual([
    simple('TEMPORAL_RANGE', 'Last week'),
    simple('TEMPORAL_RANGE', 'No filter', { subject: 'ds' }),
    simple('==', 1),
  ]);
});

test('[3.10-02] masks merge: lists join, single values take the last', () => {
  const a = {
    filters: [{ col: 'x', op: '==', val: 1 }],
    time_range: 'Last week',
    relative_start: 'now',
    custom_form_data: { a: 1 },
  } as const;
  const b = { filters: [{ col: 'y', op: '==', val: 2 }], time_range: 'Last year', custom_form_data: { b: 2 } } as const;
  expect(mergeExtraFormData([readExtraFormData(a), {}, readExtraFormData(b)])).toEqual({
    filters: [...a.filters, ...b.filters],
    time_range: 'Last year',
    relative_start: 'now',
    custom_form_data: { a: 1, b: 2 },
  });
});

test('damaged extra form data loses only its damaged parts', () => {
  expect(
    readExtraFormData({
      filters: [{ col: 'x' }, { col: 'x', op: '==', val: 1 }],
      time_range: 5,
      relative_end: 'soon',
      granularity: '',
      nope: 1,
    }),
  ).toEqual({
    filters: [{ col: 'x', op: '==', val: 1 }],
  });
  expect(readExtraFormData('text')).toEqual({});
});

test('[3.10-03] a filter key is chart id, underscore, column name', () => {
  expect(filterKey({ chartId: 12, column: 'my_column' })).toBe('12_my_column');
  expect(parseFilterKey('12_my_column')).toEqual({ chartId: 12, column: 'my_column' });
});

test.each(['', '12', '12_', '_x', 'a_b'])('[5.0-07] "%s" gives "Cannot parse invalid filter key"', (key) => {
  expect(() => parseFilterKey(key)).toThrow('Cannot parse invalid filter key');
});

test.each([
  ['SUM(num)', true],
  ['LONGSUM(num)', true],
  ['doubleavg("a.b")', true],
  ['FLOATMAX(x)', true],
  ['COUNT()', true],
  ['SUM(a + b)', false],
  ['STRINGSUM(a)', false],
  ['MEDIAN(a)', false],
  ['SUM(a)/2', false],
])('[5.0-17] %s is a metric expression: %s', (text, want) => {
  expect(isMetricExpression(text)).toBe(want);
});

test('[3.5-01] conditions of which one must hold are saved as a filter in SQL and read again', () => {
  const conditions = [simple('==', 'Peru'), simple('IS NULL')];
  const filter = anyOfFilter("country = 'Peru' OR country IS NULL", conditions);
  expect(filter).toMatchObject({ expressionType: 'SQL', clause: 'WHERE', subject: null, operator: null });
  expect(conditionsOf(filter)).toEqual(conditions);
  expect(splitAdhocFilters([filter]).where).toBe("(country = 'Peru' OR country IS NULL)");
  // Whoever changes the SQL elsewhere has changed what the filter is.
  expect(conditionsOf({ ...filter, sqlExpression: '1 = 1' })).toBeNull();
  expect(conditionsOf({ ...filter, anyOf: { sql: filter.sqlExpression, conditions: [conditions[0], 7] } })).toBeNull();
  expect(conditionsOf(simple('==', 'Peru'))).toBeNull();
});
