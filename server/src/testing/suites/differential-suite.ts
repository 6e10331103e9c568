import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import type { QueryFilter, QueryObject } from '@tessera/core/query-object';
import { buildBirths, type Births, type BirthsKind } from '../engines/births.ts';
import { testPipeline, type TestPipeline } from '../pipeline.ts';

const dimensions = [
  'gender',
  'name',
  'state',
  'is_boy',
  { expressionType: 'SQL' as const, sqlExpression: 'num % 7', label: 'seven' },
];
const grains = ['P1M', 'P3M', 'P1Y', 'P1W', '1969-12-28T00:00:00Z/P1W'];
const metrics = [
  'count',
  'total',
  ...(['MIN', 'MAX', 'COUNT', 'COUNT_DISTINCT'] as const).map((aggregate) => ({
    expressionType: 'SIMPLE' as const,
    column: { column_name: 'num_boys' },
    aggregate,
    label: aggregate,
  })),
];

const anyFilter: fc.Arbitrary<QueryFilter> = fc.oneof(
  fc.record({
    col: fc.constant('num'),
    op: fc.constantFrom('==', '!=', '>', '<', '>=', '<='),
    val: fc.oneof(
      fc.integer({ min: 0, max: 3100 }),
      fc.double({ min: 0, max: 3100, noNaN: true }),
      fc.constantFrom('250', 'text', null),
    ),
  }),
  fc.record({
    col: fc.constantFrom('name', 'gender'),
    op: fc.constantFrom('IN', 'NOT IN'),
    val: fc.array(fc.constantFrom('boy', 'Amy', "O'Brien", '=1+1', null, '<NULL>', 'nobody'), {
      minLength: 1,
      maxLength: 4,
    }),
  }),
  fc.record({ col: fc.constantFrom('name', 'state'), op: fc.constantFrom('IS NULL', 'IS NOT NULL') }),
  fc.record({ col: fc.constant('is_boy'), op: fc.constantFrom('IS TRUE', 'IS FALSE') }),
  fc.record({
    col: fc.constant('name'),
    op: fc.constantFrom('ILIKE', 'NOT ILIKE'),
    val: fc.constantFrom('a%', '%M%', "%'%", '_my'),
  }),
  fc.record({
    col: fc.constant('ds'),
    op: fc.constant('TEMPORAL_RANGE'),
    val: fc
      .tuple(fc.integer({ min: 1960, max: 1980 }), fc.integer({ min: 1980, max: 2000 }))
      .map(([since, until]) => `${since}-01-01 : ${until}-06-01`),
  }),
);

const anyQuery: fc.Arbitrary<QueryObject> = fc
  .record({
    plain: fc.subarray(dimensions, { maxLength: 3 }),
    grain: fc.option(fc.constantFrom(...grains)),
    measures: fc.subarray(metrics, { minLength: 1, maxLength: 3 }),
    filters: fc.array(anyFilter, { maxLength: 3 }),
    descending: fc.boolean(),
    byFirst: fc.boolean(),
    row_limit: fc.integer({ min: 1, max: 40 }),
    row_offset: fc.integer({ min: 0, max: 5 }),
    series_limit: fc.integer({ min: 0, max: 3 }),
    group_others_when_limit_reached: fc.boolean(),
    where: fc.constantFrom('', 'num > 500', "state = 'CA' OR gender = 'girl'"),
  })
  .map(({ plain, grain, measures, descending, byFirst, where, ...rest }) => {
    const [first] = measures;
    const axis =
      grain === null
        ? []
        : [
            {
              expressionType: 'SQL' as const,
              columnType: 'BASE_AXIS',
              sqlExpression: 'ds',
              label: 'ds',
              timeGrain: grain,
            },
          ];
    return {
      ...rest,
      columns: [...axis, ...plain],
      metrics: [...measures],
      ...(byFirst && first !== undefined && { orderby: [[first, !descending] as [typeof first, boolean]] }),
      order_desc: descending,
      series_columns: plain.filter((column) => typeof column === 'string' && column !== 'is_boy'),
      extras: { where },
    };
  });

/**
 * The same question to databases that have nothing in common but the rows: what differs from DuckDB's answer is a
 * mistake of ours.
 */
export function differentialSuite(_kind: BirthsKind, births: () => Births, numRuns = 250): void {
  let duckdb: Births;
  beforeAll(async () => {
    duckdb = await buildBirths('duckdb');
  });
  afterAll(() => duckdb.close());

  test('random queries give the rows that DuckDB gives', async () => {
    const [reference, other] = [testPipeline(duckdb), testPipeline(births())];
    const outcome = (from: TestPipeline, query: QueryObject) =>
      from.ask(query, { type: 'results' }).then(
        ({ data, colnames, rowcount }) => ({ data: data.map(comparable), colnames, rowcount }),
        (error: Error) => error.message,
      );
    await fc.assert(
      fc.asyncProperty(anyQuery, async (query) => {
        const [want, answer] = await Promise.all([outcome(reference, query), outcome(other, query)]);
        expect(answer).toEqual(want);
      }),
      { numRuns: runs(numRuns) },
    );
  }, 120_000);
}

/**
 * SQLite and MySQL have no booleans: they come as 0 and 1. The SUM of no rows that a user writes is 0 in ClickHouse.
 */
function comparable(row: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return {
    ...row,
    ...('is_boy' in row && { is_boy: Number(row['is_boy']) }),
    ...('total' in row && { total: row['total'] ?? 0 }),
  };
}
