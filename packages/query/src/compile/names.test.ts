import { expect, test } from 'vitest';
import { consolidate } from '../consolidation/consolidate.ts';
import { dialects } from '../dialects/registry.ts';
import type { Predicate, StructuredQuery } from '../structured-query.ts';
import { compile } from './compile.ts';

const sql = (text: string) => ({ kind: 'sql', sql: text, type: null }) as const;
const rule = (text: string): Predicate => ({ kind: 'sql', sql: text, isRule: true });

function asking(labels: readonly string[], security: Predicate, more: Partial<StructuredQuery> = {}): StructuredQuery {
  return {
    source: { kind: 'sql', sql: 'SELECT * FROM sales -- all of them' },
    dimensions: labels.map((label, index) => ({ label, expression: sql(`'${index}'`) })),
    measures: [],
    where: { kind: 'true' },
    having: { kind: 'true' },
    security,
    orderBy: [],
    seriesLimit: null,
    limit: 10,
    offset: 0,
    rowCountOnly: false,
    ...more,
  };
}

/** The names of the result columns, without their quotes. */
function namesOf(query: StructuredQuery, dialect: keyof typeof dialects): readonly string[] {
  const [line = ''] = compile(query, dialects[dialect]).text.split('\nFROM ');
  return [...line.matchAll(/'\d+' END AS (["`])([^]*?)\1/g)].map(([, , name = '']) => name);
}

test.each([
  ['duckdb', ['tenant___', 'tenant__']],
  ['sqlite', ['tenant___', 'tenant__']],
  ['mysql', ['tenant___', 'tenant____']],
  ['clickhouse', ['tenant___', 'tenant____']],
] as const)('a name that steps aside for a rule takes that of no other column: %s', (dialect, names) => {
  expect(namesOf(asking(['tenant', 'tenant__'], rule("tenant = 'me'")), dialect)).toEqual(names);
});

test('letters of either case are one name, and steps aside from one another too', () => {
  expect(namesOf(asking(['tenant', 'Tenant'], rule("tenant = 'me'")), 'duckdb')).toEqual(['tenant__', 'Tenant___']);
});

test.each(Object.keys(dialects) as (keyof typeof dialects)[])(
  'two names that differ in their case alone are not one to %s',
  (dialect) => {
    const names = namesOf(asking(['count', 'COUNT'], rule('1 = 1')), dialect);
    expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(2);
  },
);

test('[8.6-01] a name with a line break, a tab or a sign of JSON steps aside like any other', () => {
  for (const name of ['te\nnant', 'te\tnant', 'te\\nant', 'te\u0001nant', 'te"nant']) {
    const quoted = dialects.duckdb.quote(name);
    expect(namesOf(asking([name.replace('"', '')], rule(`${quoted} = 'me'`)), 'duckdb')).toEqual([
      `${name.replace('"', '')}__`,
    ]);
  }
});

test('texts of users are reported once, whatever in a query and in how many of them they stand', () => {
  const metric = { label: 'm', expression: sql('SUM(amount) -- of all') };
  const again = { label: 'again', expression: sql('SUM(amount)') };
  const query = asking(['a'], rule("team = 'x'"), {
    measures: [metric, again],
    orderBy: [{ by: { expression: metric.expression }, ascending: true }],
    where: { kind: 'sql', sql: 'a > 1' },
  });
  const from = '(\nSELECT * FROM sales\n) AS "virtual_table"';
  const written = [
    { kind: 'query', sql: 'SELECT * FROM sales' },
    { kind: 'expression', sql: "'0'", from },
    { kind: 'expression', sql: 'SUM(amount)', from },
    { kind: 'expression', sql: 'a > 1', from },
    { kind: 'rule', sql: "team = 'x'", from },
  ];
  expect(compile(query, dialects.duckdb).written).toEqual(written);
  const column = { label: 'b', expression: { kind: 'column', name: 'b', type: 'VARCHAR' } } as const;
  const [one, two] = [
    { ...query, dimensions: [column] },
    { ...query, dimensions: [column], measures: [metric] },
  ];
  expect(consolidate([one, two, one], dialects.duckdb)?.written).toEqual(
    written.filter(({ sql: text }) => text !== "'0'"),
  );
});
