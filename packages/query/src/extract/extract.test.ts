import { describe, expect, test } from 'vitest';
import { dialectOf } from '../dialects/registry.ts';
import type { Expression, Predicate, StructuredQuery } from '../structured-query.ts';
import { overExtract, type ExtractShape } from './over-extract.ts';
import { readerName } from './reader-names.ts';
import { isRowStable } from './row-stable.ts';

const always: Predicate = { kind: 'true' };
const shape: ExtractShape = {
  source: { kind: 'table', catalog: 'extract', schema: 'main', table: 'events' },
  columns: new Map([
    ['id', 'BIGINT'],
    ['at', 'TIMESTAMP'],
    ['name', 'VARCHAR'],
    ['Big', 'DOUBLE'],
  ]),
  made: new Map([['id / 2', { column: 'made 1', type: 'BIGINT' }]]),
  rules: new Map([["name = 'x'", 'rule 1']]),
};
const column = (name: string, type: string): Expression => ({ kind: 'column', name, type });
const written = (sql: string): Expression => ({ kind: 'sql', sql, type: null });
const base: StructuredQuery = {
  source: { kind: 'table', catalog: null, schema: 'public', table: 'events' },
  dimensions: [],
  measures: [],
  where: always,
  having: always,
  security: always,
  orderBy: [],
  seriesLimit: null,
  limit: 10,
  offset: 0,
  rowCountOnly: false,
};

function over(query: Partial<StructuredQuery>, from: 'postgresql' | 'duckdb' = 'postgresql') {
  const found = overExtract({ ...base, ...query }, shape, dialectOf(from), dialectOf('duckdb'));
  return found.ok ? found.query : found.why;
}
const measure = (sql: string) => over({ measures: [{ label: 'm', expression: written(sql) }] });
const where = (predicate: Predicate) => over({ where: predicate });

describe('a query over an extract of another database', () => {
  test.each([
    ['SUM(id)', { kind: 'aggregate', aggregate: 'SUM', of: column('id', 'BIGINT') }],
    [' count( * ) ', { kind: 'count_rows' }],
    ['COUNT(DISTINCT "Big")', { kind: 'aggregate', aggregate: 'COUNT_DISTINCT', of: column('Big', 'DOUBLE') }],
    ['AVG(ID)', { kind: 'aggregate', aggregate: 'AVG', of: column('id', 'BIGINT') }],
  ])('takes %s for what it is', (sql, expression) => {
    expect(measure(sql)).toMatchObject({ measures: [{ expression }] });
  });

  test.each(['SUM(id) / 2', 'SUM(big)', 'SUM(id + 1)', 'MEDIAN(id)', 'MAX(name)', 'SUM(id) OVER ()', 'SUM("id'])(
    'leaves %s to the source',
    (sql) => {
      expect(measure(sql)).toHaveProperty('part');
    },
  );

  test('reads what the source made of a text, and of a rule, from its column', () => {
    const security: Predicate = { kind: 'or', of: [{ kind: 'sql', sql: "name = 'x'", isRule: true }] };
    expect(over({ dimensions: [{ label: 'h', expression: written('id / 2') }], security })).toMatchObject({
      dimensions: [{ expression: column('made 1', 'BIGINT') }],
      security: { of: [{ op: '=', left: column('rule 1', 'INTEGER'), right: { value: 1n } }] },
    });
    // The same text as a condition of a user is no rule.
    expect(where({ kind: 'sql', sql: "name = 'x'" })).toEqual({ part: 'expression', sql: "name = 'x'" });
  });

  test('compares moments by the type of the extract', () => {
    const at = column('at', 'TIMESTAMP WITH TIME ZONE');
    expect(where({ kind: 'time_range', left: at, since: 1, until: 2, columnType: 'TIMESTAMP WITH TIME ZONE' })).toEqual(
      expect.objectContaining({
        where: { kind: 'time_range', left: column('at', 'TIMESTAMP'), since: 1, until: 2, columnType: 'TIMESTAMP' },
      }),
    );
  });

  test.each<[string, Predicate]>([
    ['a column that it has not', { kind: 'null', left: column('gone', 'TEXT'), negated: false }],
    [
      'an order of texts',
      { kind: 'compare', op: '<', left: column('name', 'TEXT'), right: { kind: 'value', value: 'b' } },
    ],
    ['a pattern', { kind: 'compare', op: 'REGEX', left: column('name', 'TEXT'), right: { kind: 'value', value: 'b' } }],
    ['an unknown rule', { kind: 'sql', sql: "name = 'y'", isRule: true }],
  ])('leaves %s to the source', (_, predicate) => {
    expect(where(predicate)).toHaveProperty('part');
  });
});

test('[attack 28] what rules restrict inside of a query, or by other tables, is asked of the source', () => {
  const rules: Predicate = { kind: 'sql', sql: 'id IN (SELECT id FROM other)', isRule: true };
  expect(over({ security: rules }, 'duckdb')).toEqual({ part: 'rule' });
  const restricted = [{ table: { catalog: null, schema: null, table: 't' }, rules, name: 'r', shadows: null }];
  expect(over({ source: { kind: 'sql', sql: 'SELECT 1', restricted } }, 'duckdb')).toEqual({
    part: 'restricted_source',
  });
  expect(over({ security: { kind: 'sql', sql: 'now() > at', isRule: true } }, 'duckdb')).toMatchObject({
    security: { sql: 'now() > at' },
  });
});

test.each([
  ["region = 'EU' AND lower(name) LIKE 'a%'", true],
  ["CAST(id AS text) IN ('1') OR EXTRACT(day FROM at) > 3", true],
  ['at > now()', false],
  ['at > CURRENT_TIMESTAMP', false],
  ['name = current_user', false],
  ['id IN (SELECT id FROM other)', false],
  ['random() < 0.5', false],
  ["name = '{{ current_username() }}'", false],
  ['id = 1; DROP TABLE x', false],
  ['unknown_function(id)', false],
])('%s says the same of a row at any time: %s', (sql, isStable) => {
  expect(isRowStable(sql, dialectOf('postgresql').grammar)).toBe(isStable);
});

test.each([
  ['SELECT 1', null],
  ["SELECT {{ year }} {% if year > 2000 %}, 'current_username' {% endif %}", null],
  ['{% set top = year %}{% for x in range(top) %}{{ x }}{% endfor %}', null],
  ['{{ current_username() }}', 'current_username'],
  ["{% if filter_values('a') %}x{% endif %}", 'filter_values'],
  ['{{ from_dttm }}', 'from_dttm'],
  ["{{ 'a' ~ url_param('b') }}", 'url_param'],
  ['{{ other }}', 'other'],
])('%s: what may say something else for each reader is %s', (text, name) => {
  expect(readerName(text, new Set(['year']))).toBe(name);
});
