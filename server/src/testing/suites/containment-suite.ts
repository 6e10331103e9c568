import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import type { Table } from '@tessera/core/table';
import { answerFrom } from '@tessera/query/containment/answer-from';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Expression, Predicate, StructuredQuery } from '@tessera/query/structured-query';
import type { Births, BirthsKind } from '../engines/births.ts';
import { anyQuery, column, measures, rowTexts, runStructured, timeLabels, typedFor, value } from '../structured.ts';

const text = (name: string): Expression => column(name, 'VARCHAR');
const ds = column('ds', 'TIMESTAMP');
const num = column('num', 'BIGINT');
const year = (from: number, until: number): Predicate => ({
  kind: 'time_range',
  left: ds,
  since: Date.UTC(from, 0, 1),
  until: Date.UTC(until, 0, 1),
  columnType: 'TIMESTAMP',
});

/** What narrows a query further, some of it in ways that a result cannot decide. */
const anyNarrowing: fc.Arbitrary<Predicate> = fc.oneof(
  fc.constantFrom('name', 'gender', 'state').chain((name) =>
    fc.record({
      kind: fc.constant('in' as const),
      left: fc.constant(text(name)),
      values: fc.subarray(['boy', 'Amy', 'AMY', "O'Brien", 'CA', '=1+1', 'nobody'].map(value), { minLength: 1 }),
      negated: fc.boolean(),
    }),
  ),
  fc.record({ kind: fc.constant('null' as const), left: fc.constant(text('name')), negated: fc.boolean() }),
  fc.record({
    kind: fc.constant('boolean' as const),
    left: fc.constant(column('is_boy', 'BOOLEAN')),
    value: fc.boolean(),
  }),
  fc.record({
    kind: fc.constant('compare' as const),
    op: fc.constantFrom('=' as const, '!=' as const, '<' as const, '>=' as const),
    left: fc.constant(num),
    right: fc.integer({ min: 0, max: 3100 }).map((one) => value(BigInt(one))),
  }),
  fc
    .tuple(fc.integer({ min: 1960, max: 1980 }), fc.integer({ min: 1981, max: 1999 }))
    .map(([from, until]) => year(from, until)),
  fc.constant<Predicate>({ kind: 'compare', op: 'ILIKE', left: text('name'), right: value('a%') }),
);
const combined = fc.oneof(
  anyNarrowing,
  fc.tuple(anyNarrowing, anyNarrowing).map(([left, right]): Predicate => ({ kind: 'or', of: [left, right] })),
  anyNarrowing.map((of): Predicate => ({ kind: 'not', of })),
);

/** Whether a filter looks at columns of these names alone, or at time. */
function isOn(predicate: Predicate, labels: ReadonlySet<string>): boolean {
  if (predicate.kind === 'or') return predicate.of.every((part) => isOn(part, labels));
  if (predicate.kind === 'not') return isOn(predicate.of, labels);
  return (
    'left' in predicate &&
    predicate.left.kind === 'column' &&
    (labels.has(predicate.left.name) ||
      (predicate.kind === 'time_range' && [...timeLabels].some((label) => labels.has(label))))
  );
}

/** A query whose result is cached, and one that asks for less, or for something else. */
const anyPair = fc
  .record({
    wide: anyQuery,
    narrow: anyQuery,
    isFree: fc.integer({ min: 0, max: 4 }).map((one) => one === 0),
    more: fc.array(combined, { maxLength: 2 }),
    keptMeasures: fc.boolean(),
    limit: fc.option(fc.integer({ min: 1, max: 12 })),
    offset: fc.integer({ min: 0, max: 2 }),
  })
  .map(({ wide: some, narrow, isFree, more, keptMeasures, limit, offset }) => {
    const wide: StructuredQuery = {
      ...some,
      measures: keptMeasures ? some.measures : measures,
      limit: 10_000,
      offset: 0,
      seriesLimit: null,
      having: { kind: 'true' },
      rowCountOnly: false,
    };
    const labels = new Set(wide.dimensions.map((one) => one.label));
    const within = isFree ? narrow.dimensions : narrow.dimensions.filter((one) => labels.has(one.label));
    const asked: StructuredQuery = {
      // MySQL counts the one row of a query without groups also behind an offset that passes it over.
      ...narrow,
      limit,
      offset: limit === null || (narrow.rowCountOnly && within.length === 0) ? 0 : offset,
      dimensions: within,
      measures: keptMeasures ? wide.measures : narrow.measures,
      having: isFree ? narrow.having : { kind: 'true' },
      where: { kind: 'and', of: [wide.where, ...more.filter((one) => isFree || isOn(one, labels))] },
      security: isFree ? narrow.security : wide.security,
      seriesLimit: narrow.seriesLimit && {
        ...narrow.seriesLimit,
        dimensions: narrow.seriesLimit.dimensions.filter((label) => within.some((one) => one.label === label)),
      },
    };
    return {
      wide,
      asked: { ...asked, seriesLimit: asked.seriesLimit?.dimensions.length === 0 ? null : asked.seriesLimit },
    };
  });

/** How many pairs are tried, and how many of them must be answered: as they are, and by grouping again. */
const most = { runs: 600, contained: 200, regrouped: 100 };
const containing: Readonly<
  Record<BirthsKind, { readonly runs: number; readonly contained: number; readonly regrouped: number }>
> = {
  duckdb: most,
  sqlite: { runs: 600, contained: 80, regrouped: 35 },
  postgresql: most,
  mariadb: most,
  mysql: most,
  clickhouse: most,
  trino: { runs: 100, contained: 20, regrouped: 10 },
};

/** Answers from wider results, against those of the real database. */
export function containmentSuite(kind: BirthsKind, births: () => Births): void {
  test('a narrower query is answered from a wider result as the database answers it', async () => {
    let contained = 0;
    let regrouped = 0;
    const place = births();
    const dialect = dialectOf(place.dataset.dialect);
    await fc.assert(
      fc.asyncProperty(anyPair, async (pair) => {
        const [wide, asked] = [typedFor(pair.wide, dialect.name), typedFor(pair.asked, dialect.name)];
        fc.pre(
          asked.dimensions.length + (asked.measures ?? []).length > 0 &&
            wide.dimensions.length + (wide.measures ?? []).length > 0,
        );
        const kept = await runStructured(place, wide);
        const made = answerFrom(
          { query: wide, temporal: timeLabels, table: kept, truncated: false },
          { query: asked, temporal: timeLabels },
          dialect,
        );
        if (!made) return;
        contained += 1;
        if (asked.dimensions.length < wide.dimensions.length) regrouped += 1;
        expect(written(made, asked)).toEqual(written(await runStructured(place, asked), asked));
      }),
      { numRuns: runs(containing[kind].runs) },
    );
    expect(contained).toBeGreaterThanOrEqual(atLeast(containing[kind].contained));
    expect(regrouped).toBeGreaterThanOrEqual(atLeast(containing[kind].regrouped));
  }, 240_000);
}

/**
 * Rows and kinds of columns; doubles to the digits that do not depend on the order of adding. Rows without an order in
 * a fixed one.
 */
function written(table: Table, query: StructuredQuery) {
  const kinds = [...table.columns.values()].map(({ name, kind, values }) => [
    name,
    kind,
    values instanceof Float64Array,
  ]);
  const isOrdered =
    query.limit !== null || query.orderBy.some(({ by }) => 'label' in by && table.columns.has(by.label));
  return { rowCount: table.rowCount, kinds, rows: rowTexts(table, isOrdered, 11) };
}
