import type { Expression, Predicate, StructuredQuery } from '../../structured-query.ts';
import { grainNames } from '../../time-grains.ts';

const column = (name: string, type: string | null = 'VARCHAR'): Expression => ({ kind: 'column', name, type });
const sum = (name: string): Expression => ({ kind: 'aggregate', aggregate: 'SUM', of: column(name, 'DOUBLE') });
const value = (value: string | number | bigint | boolean | null) => ({ kind: 'value', value }) as const;
const always: Predicate = { kind: 'true' };
const day = Date.UTC(2024, 0, 1);

const base: StructuredQuery = {
  source: { kind: 'table', catalog: null, schema: 'main', table: 'orders' },
  dimensions: [],
  measures: [],
  where: always,
  having: always,
  security: always,
  orderBy: [],
  seriesLimit: null,
  limit: 100,
  offset: 0,
  rowCountOnly: false,
};
const country = { label: 'country', expression: column('country') };
const revenue = { label: 'SUM(revenue)', expression: sum('revenue') };
const count = { label: 'count', expression: { kind: 'count_rows' } } as const;
const compare = (
  op: '=' | '!=' | '<' | '>=' | 'LIKE' | 'NOT LIKE' | 'ILIKE' | 'NOT ILIKE' | 'REGEX',
  left: Expression,
  right: string | number | bigint | boolean,
): StructuredQuery => ({
  ...base,
  dimensions: [country],
  measures: [count],
  where: { kind: 'compare', op, left, right: value(right) },
});
const grained = (grain: string, type: string): StructuredQuery => ({
  ...base,
  dimensions: [{ label: 'ts', expression: { kind: 'grain', grain, of: column('ts', type), zone: null } }],
  measures: [revenue],
});
const ranged = (type: string | null, since = day, until = day + 90_000_000): StructuredQuery => ({
  ...base,
  measures: [count],
  where: { kind: 'time_range', left: column('ts', type), since, until, columnType: type },
});
const series = { dimensions: ['country'], limit: 5, by: sum('revenue'), descending: true, groupOthers: false };

/** One line per behaviour; the file name of its golden is the key. */
export const cases: Readonly<Record<string, StructuredQuery>> = {
  'filter-untyped-number': compare('=', column('half', null), 10n),
  'filter-untyped-order': compare('<', column('half', null), 2.5),
  'filter-untyped-text': compare('=', column('half', null), 'ten'),
  'filter-untyped-digits': {
    ...base,
    measures: [count],
    where: { kind: 'in', left: column('half', null), values: [value('10'), value('ten')], negated: true },
  },
  'raw-columns': {
    ...base,
    dimensions: [country, { label: 'city', expression: column('city') }],
    measures: null,
    orderBy: [{ by: { label: 'city' }, ascending: false }],
  },
  'raw-order-by-unselected': {
    ...base,
    dimensions: [country],
    measures: null,
    orderBy: [{ by: { expression: column('id', 'BIGINT') }, ascending: true }],
  },
  'group-without-measures': { ...base, dimensions: [country] },
  totals: { ...base, measures: [count, revenue], limit: null },
  aggregates: {
    ...base,
    measures: (['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM'] as const).map((aggregate) => ({
      label: aggregate,
      expression: { kind: 'aggregate', aggregate, of: column('qty', 'INTEGER') },
    })),
  },
  'ordered-by-measure': {
    ...base,
    dimensions: [country],
    measures: [revenue],
    orderBy: [{ by: { expression: sum('revenue') }, ascending: false }],
    limit: 20,
    offset: 40,
  },
  'ordered-by-unselected-measure': {
    ...base,
    dimensions: [country],
    measures: [count],
    orderBy: [{ by: { expression: sum('revenue') }, ascending: false }],
  },
  'ordered-by-unselected-condition': {
    ...base,
    dimensions: [country],
    measures: [count],
    orderBy: [{ by: { expression: { kind: 'sql', sql: 'MAX(ok) OR MIN(ok)', type: null } }, ascending: true }],
  },
  'alias-hides-column': {
    ...base,
    dimensions: [
      { label: 'ts', expression: { kind: 'grain', grain: 'P1D', of: column('ts', 'TIMESTAMP'), zone: null } },
    ],
    measures: [{ label: 'revenue', expression: sum('revenue') }],
    where: compare('>=', column('revenue', 'DOUBLE'), 1).where,
  },
  'sql-metric-and-column': {
    ...base,
    dimensions: [{ label: 'G', expression: { kind: 'sql', sql: 'upper(country) -- loud', type: null } }],
    measures: [{ label: 'average', expression: { kind: 'sql', sql: 'SUM(revenue) / COUNT(*)', type: null } }],
    orderBy: [{ by: { label: 'average' }, ascending: false }],
  },
  'security-and-where': {
    ...base,
    dimensions: [country],
    measures: [count],
    where: { kind: 'or', of: [compare('=', column('country'), 'NZ').where, { kind: 'sql', sql: '1 = 1 OR 2 = 2' }] },
    security: compare('=', column('region'), 'EU').where,
  },
  'rule-with-sub-query': {
    ...base,
    measures: [count],
    security: {
      kind: 'or',
      of: [
        { kind: 'sql', sql: 'region IN (SELECT region FROM mine) -- theirs', isRule: true },
        { kind: 'sql', sql: "current_setting('x') = region", isRule: true },
      ],
    },
    where: { kind: 'sql', sql: '1 = 1 OR 2 = 2' },
  },
  having: { ...base, dimensions: [country], measures: [revenue], having: { kind: 'sql', sql: 'SUM(revenue) > 100' } },
  'series-limit': {
    ...base,
    dimensions: [
      country,
      { label: 'ts', expression: { kind: 'grain', grain: 'P1M', of: column('ts', 'TIMESTAMP'), zone: null } },
    ],
    measures: [revenue],
    seriesLimit: series,
    where: compare('!=', column('device'), 'tv').where,
    security: compare('=', column('region'), 'EU').where,
  },
  'series-limit-others': {
    ...base,
    dimensions: [country],
    measures: [revenue],
    seriesLimit: { ...series, groupOthers: true },
  },
  'series-limit-others-number': {
    ...base,
    dimensions: [{ label: 'zip', expression: column('zip', 'INTEGER') }],
    measures: [revenue],
    seriesLimit: { ...series, dimensions: ['zip'], groupOthers: true, descending: false },
  },
  'row-count': { ...base, dimensions: [country], measures: [count], rowCountOnly: true },
  'virtual-dataset': {
    ...base,
    source: { kind: 'sql', sql: "WITH a AS (SELECT * FROM t WHERE x = '--') SELECT * FROM a; -- the end" },
    dimensions: [country],
    measures: [count],
  },
  'catalogue-and-schema': {
    ...base,
    source: { kind: 'table', catalog: 'lake', schema: 'raw.v1', table: 'or"ders' },
    measures: [count],
  },
  'filter-in': {
    ...base,
    measures: [count],
    where: { kind: 'in', left: column('country'), values: [value('NZ'), value("O'Brien")], negated: false },
  },
  'filter-in-with-null': {
    ...base,
    measures: [count],
    where: {
      kind: 'or',
      of: [
        { kind: 'null', left: column('country'), negated: false },
        { kind: 'in', left: column('country'), values: [value('NZ')], negated: false },
      ],
    },
  },
  'filter-not-in': {
    ...base,
    measures: [count],
    where: {
      kind: 'and',
      of: [
        { kind: 'not', of: compare('=', column('country'), 'NZ').where },
        { kind: 'in', left: column('qty', 'INTEGER'), values: [value(1n), value(2n)], negated: true },
      ],
    },
  },
  'filter-boolean-of-text-under-rules': {
    ...base,
    measures: [count],
    security: { kind: 'sql', sql: "region = 'EU'", isRule: true },
    where: {
      kind: 'and',
      of: [
        { kind: 'boolean', left: column('flag', 'VARCHAR'), value: true },
        { kind: 'boolean', left: column('ok', 'BOOLEAN'), value: false },
      ],
    },
  },
  'filter-boolean': {
    ...base,
    measures: [count],
    where: {
      kind: 'and',
      of: [
        { kind: 'boolean', left: column('ok', 'BOOLEAN'), value: true },
        compare('=', column('ok', 'BOOLEAN'), false).where,
      ],
    },
  },
  'filter-integer': compare('=', column('id', 'BIGINT'), 9007199254740993n),
  'filter-decimal': compare('<', column('price', 'DECIMAL(10,2)'), '12345678901234567.89'),
  'filter-double': compare('>=', column('revenue', 'DOUBLE'), 0.1),
  'filter-like': compare('LIKE', column('country'), 'N%'),
  'filter-not-like-number': compare('NOT LIKE', column('id', 'BIGINT'), '1%'),
  'filter-ilike': compare('ILIKE', column('country'), 'nz%'),
  'filter-not-ilike': compare('NOT ILIKE', column('country'), 'nz%'),
  'filter-regex': compare('REGEX', column('country'), '^N'),
  'rule-before-what-can-fail': {
    ...base,
    dimensions: [country, { label: 'risky', expression: { kind: 'sql', sql: '1 / (amount - 7)', type: null } }],
    measures: [count],
    seriesLimit: { dimensions: ['risky'], limit: 3, by: { kind: 'count_rows' }, descending: true, groupOthers: false },
    where: {
      kind: 'and',
      of: [
        compare('=', column('country'), 'NZ').where,
        compare('LIKE', column('device'), 'x%').where,
        { kind: 'sql', sql: '1 / amount > 0' },
      ],
    },
    having: { kind: 'sql', sql: '1 / LENGTH(country) > 0' },
    security: { kind: 'sql', sql: 'region IN (SELECT region FROM mine)', isRule: true },
  },
  'label-of-a-ruled-column': {
    ...base,
    dimensions: [{ label: 'tenant', expression: { kind: 'sql', sql: "'EU'", type: null } }],
    measures: [count],
    security: { kind: 'sql', sql: "tenant__ = 'EU'", isRule: true },
  },
  'filter-newest-under-rules': {
    ...base,
    measures: [count],
    security: { kind: 'sql', sql: "region = 'EU'", isRule: true },
    where: { kind: 'newest', left: column('ds', 'DATE') },
  },
  'filter-newest': { ...base, measures: [count], where: { kind: 'newest', left: column('ds', 'DATE') } },
  'filter-instant': {
    ...base,
    measures: [count],
    where: {
      kind: 'compare',
      op: '=',
      left: column('ts', 'TIMESTAMP'),
      right: { kind: 'instant', epochMs: day, columnType: 'TIMESTAMP' },
    },
  },
  'range-timestamp': ranged('TIMESTAMP'),
  'range-zoned': ranged('TIMESTAMP WITH TIME ZONE'),
  'range-date': ranged('DATE'),
  'range-text': ranged('VARCHAR'),
  'range-unknown-type': ranged(null),
  'range-epoch-seconds': ranged('epoch_s'),
  'range-epoch-milliseconds': ranged('epoch_ms'),
  'grain-unknown': grained('P1Q', 'TIMESTAMP'),
  'grain-zoned-column': grained('P1D', 'TIMESTAMP WITH TIME ZONE'),
  'grain-text-column': grained('P1M', 'VARCHAR'),
  'grain-epoch-column': grained('PT1H', 'epoch_ms'),
  'grain-in-zone': {
    ...ranged('TIMESTAMP', day, Date.UTC(2025, 0, 1)),
    dimensions: [
      {
        label: 'ts',
        expression: { kind: 'grain', grain: 'P1D', of: column('ts', 'TIMESTAMP'), zone: 'America/New_York' },
      },
    ],
  },
  'hostile-names': {
    ...base,
    source: { kind: 'table', catalog: null, schema: null, table: 't"; DROP TABLE t --' },
    dimensions: [
      { label: 'a"; DROP TABLE t --', expression: column('a"; DROP TABLE t --') },
      { label: 'b]`\n', expression: column('b]`\n') },
    ],
    measures: [{ label: "SUM('x')", expression: count.expression }],
    where: compare('=', column("'"), "'; DROP TABLE t; --").where,
  },
  'hostile-sql': {
    ...base,
    measures: [{ label: 'n', expression: { kind: 'sql', sql: 'COUNT(*) FROM secret; DROP TABLE t', type: null } }],
  },
  'sub-query': {
    ...base,
    measures: [{ label: 'n', expression: { kind: 'sql', sql: '(SELECT MAX(x) FROM secret)', type: null } }],
  },
  'long-labels': {
    ...base,
    dimensions: [{ label: 'é'.repeat(40), expression: column('country') }],
    measures: [{ label: `${'é'.repeat(40)}!`, expression: count.expression }],
    orderBy: [{ by: { label: `${'é'.repeat(40)}!` }, ascending: false }],
  },
  ...Object.fromEntries(
    Object.keys(grainNames).map((grain) => [`grain-${grain.replaceAll(/[:/]/g, '_')}`, grained(grain, 'TIMESTAMP')]),
  ),
};
