import { expect, onTestFinished, test } from 'vitest';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { buildBirths } from '../testing/engines/births.ts';
import { containmentSuite } from '../testing/suites/containment-suite.ts';
import { forEachEngine } from '../testing/engines/for-each-engine.ts';
import { bareQuery, column, dimensions, rowTexts, runStructured, source, value } from '../testing/structured.ts';

// Trino is asked in a file of its own.
forEachEngine(
  ['duckdb', 'sqlite', 'postgresql', 'mariadb', 'mysql', 'clickhouse'],
  'answers from wider results',
  containmentSuite,
);

const text = (name: string): Expression => column(name, 'VARCHAR');
const num = column('num', 'BIGINT');
const base: StructuredQuery = {
  ...bareQuery,
  source,
  measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
  limit: 1000,
};
const dimension = (label: string) => dimensions.filter((one) => one.label === label);

test('what a result may not answer', async () => {
  const place = await buildBirths('duckdb');
  onTestFinished(place.close);
  const dialect = dialectOf(place.dataset.dialect);
  const temporal = new Set<string>();
  const isContained = async (wide: Partial<StructuredQuery>, asked: Partial<StructuredQuery>, truncated = false) => {
    const query = { ...base, ...wide };
    return (
      answerFrom(
        { query, temporal, table: await runStructured(place, query), truncated },
        { query: { ...base, ...asked }, temporal },
        dialect,
      ) !== null
    );
  };
  const byName = { dimensions: [...dimension('name'), ...dimension('gender')] };
  const rule: Predicate = { kind: 'in', left: text('gender'), values: [value('boy')], negated: false };
  expect(await isContained(byName, { dimensions: dimension('gender') })).toBe(true);
  expect(await isContained(byName, { dimensions: dimension('gender'), where: rule })).toBe(true);
  expect(await isContained({ ...byName, where: rule }, byName)).toBe(false);
  expect(await isContained({ ...byName, security: rule }, byName)).toBe(false);
  expect(await isContained(byName, { ...byName, security: rule })).toBe(false);
  expect(await isContained({ ...byName, limit: 3 }, { dimensions: dimension('gender') })).toBe(false);
  expect(await isContained({ ...byName, offset: 1 }, { dimensions: dimension('gender') })).toBe(false);
  expect(await isContained(byName, { dimensions: dimension('gender') }, true)).toBe(false);
  expect(
    await isContained(byName, { ...byName, source: { kind: 'table', catalog: null, schema: 'main', table: 'secret' } }),
  ).toBe(false);
  expect(await isContained(byName, { dimensions: dimension('state') })).toBe(false);
  const distinct = {
    measures: [{ label: 'd', expression: { kind: 'aggregate', aggregate: 'COUNT_DISTINCT', of: num } }],
  } as const;
  expect(await isContained({ ...byName, ...distinct }, { ...byName, ...distinct, where: rule })).toBe(true);
  expect(await isContained({ ...byName, ...distinct }, { dimensions: dimension('gender'), ...distinct })).toBe(false);
  const looksAround = {
    measures: [{ label: 's', expression: { kind: 'sql', sql: 'COUNT(*) * 1.0 / SUM(COUNT(*)) OVER ()', type: null } }],
  } as const;
  expect(await isContained({ ...byName, ...looksAround }, { ...byName, ...looksAround, where: rule })).toBe(false);
});

test.each(['duckdb', 'sqlite'] as const)(
  'names of result columns in what users write are those of their own query (%s)',
  async (kind) => {
    const place = await buildBirths(kind);
    onTestFinished(place.close);
    const dialect = dialectOf(place.dataset.dialect);
    const temporal = new Set<string>();
    const written = (sql: string): Expression => ({ kind: 'sql', sql, type: null });
    const sum = (label: string, of: string) =>
      ({ label, expression: { kind: 'aggregate', aggregate: 'SUM', of: column(of, 'BIGINT') } }) as const;
    const least = (sql: string): Predicate => ({ kind: 'sql', sql });
    const by = (label: string, sql: string) => ({ label, expression: written(sql) });
    const few: StructuredQuery = {
      ...base,
      source: { kind: 'sql', sql: 'SELECT 1 AS g, 10 AS a, 100 AS b UNION ALL SELECT 2, 1000, 7' },
      dimensions: [{ label: 'g', expression: column('g', 'BIGINT') }],
    };
    const total = { measures: [sum('total', 'a'), sum('other', 'b')] };
    const swapped = { measures: [sum('total', 'b')] };
    const cases: readonly (readonly [Partial<StructuredQuery>, Partial<StructuredQuery>, isAnswered: boolean])[] = [
      [{ ...total, having: least('total > 50') }, { ...swapped, having: least('total > 50') }, false],
      [{ ...total, having: least('TOTAL > 50') }, { ...total, having: least('TOTAL > 50'), limit: 1 }, true],
      [
        { dimensions: [...few.dimensions, by('x', 'a + 0'), by('y', 'b + 0')], where: least('"X" > 50') },
        { dimensions: [...few.dimensions, by('x', 'b + 0'), by('y', 'a + 0')], where: least('"X" > 50') },
        false,
      ],
      [{ ...total, where: least('a > 50') }, { ...swapped, where: least('a > 50') }, true],
      [
        { measures: [...(few.measures ?? []), sum('count', 'a')], where: least('COALESCE(a, 0) > 50') },
        { where: least('COALESCE(a, 0) > 50') },
        true,
      ],
      ...(kind === 'duckdb'
        ? [
            [
              { measures: [...total.measures, { label: 'twice', expression: written('total * 2') }] },
              { measures: [...swapped.measures, { label: 'twice', expression: written('total * 2') }] },
              false,
            ] as const,
          ]
        : []),
    ];
    for (const [wider, narrower, isAnswered] of cases) {
      const [wide, asked] = [
        { ...few, ...wider },
        { ...few, ...narrower },
      ];
      const made = answerFrom(
        { query: wide, temporal, table: await runStructured(place, wide), truncated: false },
        { query: asked, temporal },
        dialect,
      );
      expect([made !== null, narrower]).toEqual([isAnswered, narrower]);
      if (made) expect(rowTexts(made, true)).toEqual(rowTexts(await runStructured(place, asked), true));
    }
  },
);
