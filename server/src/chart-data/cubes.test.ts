import * as fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { cubeOf } from '@tessera/query/cube/cube';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import { buildBirths } from '../testing/engines/births.ts';
import { anyQuery, column, rowTexts, runStructured, timeLabels, value } from '../testing/structured.ts';

const text = (name: string): Expression => column(name, 'VARCHAR');
const num = column('num', 'BIGINT');
const ratio = column('ratio', 'DOUBLE');
const among = (name: string, ...values: readonly string[]): Predicate => ({
  kind: 'in',
  left: text(name),
  values: values.map(value),
  negated: false,
});
const between = (left: Expression, from: number | bigint, to: number | bigint, closed = false): Predicate => ({
  kind: 'and',
  of: [
    { kind: 'compare', op: '>=', left, right: value(from) },
    { kind: 'compare', op: closed ? '<=' : '<', left, right: value(to) },
  ],
});
const years = (from: number, until: number): Predicate => ({
  kind: 'time_range',
  left: column('ds', 'TIMESTAMP'),
  since: Date.UTC(from, 0, 1),
  until: Date.UTC(until, 0, 1),
  columnType: 'TIMESTAMP',
});

/** What a click or a brush on a chart may set, one by one. */
const selections: readonly (readonly Predicate[])[] = [
  [among('gender', 'boy'), among('gender', 'girl'), among('gender', 'boy', 'girl'), among('gender', 'nobody')],
  [
    among('name', 'Amy'),
    { kind: 'null', left: text('name'), negated: false },
    { kind: 'or', of: [{ kind: 'null', left: text('name'), negated: false }, among('name', 'Amy', "O'Brien")] },
  ],
  [between(num, 0n, 100n), between(num, 100n, 1000n), between(num, 0n, 1000n), between(num, 1000n, 3000n, true)],
  [between(ratio, 0, 12.5), between(ratio, 12.5, 100.25), between(ratio, 100.25, 390, true)],
  [years(1965, 1966), years(1970, 1980), years(1960, 2010)],
];

const aggregates = anyQuery.map((query): StructuredQuery => ({
  ...query,
  measures: (query.measures ?? []).filter(({ label }) => !/DISTINCT|share|AVG\((?:price|gap)\)/.test(label)),
  having: { kind: 'true' },
  rowCountOnly: false,
}));

test('a click or a brush is answered from its cube as the database answers it', async () => {
  const place = await buildBirths('duckdb');
  onTestFinished(place.close);
  const dialect = dialectOf('duckdb');
  const answered = selections.map(() => 0);
  await fc.assert(
    fc.asyncProperty(aggregates, fc.nat(selections.length - 1), async (base, at) => {
      const coming = selections[at] ?? [];
      fc.pre(base.dimensions.length + (base.measures ?? []).length > 0);
      const cube = cubeOf({ query: base, temporal: timeLabels }, coming, dialect, 1_000);
      if (cube === null) return;
      const table = await runStructured(place, cube.query);
      for (const filter of coming) {
        const query: StructuredQuery = { ...base, where: { kind: 'and', of: [base.where, filter] } };
        const made = answerFrom({ ...cube, table, truncated: false }, { query, temporal: timeLabels }, dialect);
        if (made === null) continue;
        answered[at] = (answered[at] ?? 0) + 1;
        const isOrdered = query.limit !== null || query.orderBy.length > 0;
        expect(rowTexts(made, isOrdered, 11)).toEqual(rowTexts(await runStructured(place, query), isOrdered, 11));
      }
    }),
    { numRuns: runs(200) },
  );
  for (const count of answered) expect(count).toBeGreaterThanOrEqual(atLeast(20));
}, 120_000);

test('what no cube can answer has none', () => {
  const dialect = dialectOf('duckdb');
  const [query] = fc.sample(aggregates, { seed: 1, numRuns: 1 });
  if (!query) throw new Error('There is no query.');
  const base: StructuredQuery = {
    ...query,
    dimensions: [],
    measures: [{ label: 'n', expression: { kind: 'count_rows' } }],
    seriesLimit: null,
    orderBy: [],
  };
  const boys = [among('gender', 'boy')];
  const of = (change: Partial<StructuredQuery>, coming: readonly Predicate[] = boys) =>
    cubeOf({ query: { ...base, ...change }, temporal: new Set() }, coming, dialect, 10);
  expect(of({})).not.toBeNull();
  expect(of({}, [])).toBeNull();
  expect(of({}, [among('name', ...Array.from({ length: 400 }, (_, at) => `n${at}`))])).not.toBeNull();
  expect(of({}, [among('name', ...Array.from({ length: 31_000 }, (_, at) => `n${at}`))])).toBeNull();
  expect(of({ measures: null })).toBeNull();
  expect(of({ having: { kind: 'sql', sql: 'COUNT(*) > 1' } })).toBeNull();
  const distinct: Expression = { kind: 'aggregate', aggregate: 'COUNT_DISTINCT', of: num };
  expect(of({ measures: [{ label: 'd', expression: distinct }] })).toBeNull();
  expect(of({}, [{ kind: 'sql', sql: 'num > 3' }])).toBeNull();
  expect(of({}, [{ kind: 'compare', op: 'LIKE', left: text('name'), right: value('A%') }])).toBeNull();
  expect(of({}, [{ ...years(1970, 1971), since: Date.UTC(1970, 0, 1) + 1 } as Predicate])).toBeNull();
});
