import * as fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runs } from '@tessera/core/fixtures/runs';
import type { QueryObject } from '@tessera/core/query-object';
import { textOf } from '../../chart-data/values/chunks.ts';
import { parseExact } from '../../engines/drivers/http/exact-json.ts';
import type { Births } from '../engines/births.ts';
import { requestFor, testPipeline, type TestPipeline } from '../pipeline.ts';
import { compare, groupedQuestion, type Question, rawQuestion, requested, rowsOfFilters } from './answer.ts';
import { comparedQuestion, steppedQuestion } from './answer-steps.ts';
import { type OracleKind, openOracle } from './places.ts';
import type { Value } from './rows.ts';
import { anyFilters, anyRawSpec, anySpec, anySteppedSpec, anyComparedSpec, type FilterSpec } from './specs.ts';

/** How many times as many questions as in a thorough run, and which ones. */
const times = Number(process.env['TESSERA_ORACLE_TIMES'] ?? 1);
const seed = Number(process.env['TESSERA_ORACLE_SEED'] ?? 20_240_229);
const asked = (count: number) => ({ numRuns: runs(count * times), seed });
const deadline = 120_000 * Math.max(1, times);

type Cells = readonly (readonly unknown[])[];

/**
 * Random questions, answered by the whole pipeline on a real database and by plain loops over the same rows. fast-check
 * makes a question that fails small before it prints it; the request is below.
 */
export function oracleSuite(kind: OracleKind): void {
  describe(`the oracle beside ${kind}`, () => {
    let place: Births;
    let it: TestPipeline;
    beforeAll(async () => {
      place = await openOracle(kind);
      it = testPipeline(place, { maxBytes: 1 });
    }, 90_000);
    afterAll(() => place?.close());

    /** The rows of an answer in the order of its columns, integers exact. */
    const ask = async (
      request: QueryObject,
      from = it,
    ): Promise<{ readonly names: readonly string[]; readonly rows: Cells }> => {
      const whole = requestFor(request);
      const [chunks = []] = await from.pipeline.answers({
        ...whole,
        context: { ...whole.context, result_type: 'results' },
      });
      const { colnames, data } = parseExact(textOf(chunks)) as {
        readonly colnames: readonly string[];
        readonly data: readonly Readonly<Record<string, unknown>>[];
      };
      return { names: colnames, rows: data.map((row) => colnames.map((name) => row[name] ?? null)) };
    };
    /** The request with both answers where they differ: what somebody needs then. */
    const wrong = async ({ request, names, rows }: Question) => {
      const answer = await ask(request);
      const isRight =
        answer.rows.length === rows.length &&
        rows.every((row, index) => row.every((value, at) => isAlike(answer.rows[index]?.[at], value)));
      return isRight && answer.names.join() === names.join()
        ? null
        : { request, answer, want: { names, rows: rows.map((row) => row.map(plain)) } };
    };
    const countOf = async (filters: readonly FilterSpec[], from = it) =>
      Number((await ask({ metrics: ['count'], filters: requested(filters) }, from)).rows[0]?.[0]);

    test(
      'questions of groups: dimensions, written columns, metrics, filters, clauses, series limits, order and pages',
      () =>
        fc.assert(
          fc.asyncProperty(anySpec, async (spec) => {
            expect(await wrong(groupedQuestion(spec))).toBeNull();
          }),
          asked(250),
        ),
      deadline,
    );

    test(
      'questions of rows as they are',
      () =>
        fc.assert(
          fc.asyncProperty(anyRawSpec, async (spec) => {
            expect(await wrong(rawQuestion(spec))).toBeNull();
          }),
          asked(100),
        ),
      deadline,
    );

    test(
      'questions that are compared with another time',
      () =>
        fc.assert(
          fc.asyncProperty(anyComparedSpec, async (spec) => {
            expect(await wrong(comparedQuestion(spec))).toBeNull();
          }),
          asked(40),
        ),
      deadline,
    );

    test(
      'questions with steps after the query',
      () =>
        fc.assert(
          fc.asyncProperty(anySteppedSpec, async (spec) => {
            expect(await wrong(steppedQuestion(spec))).toBeNull();
          }),
          asked(60),
        ),
      deadline,
    );

    test(
      'filters: parts add up to the whole, union and intersection to the parts, and a wider one never has fewer rows',
      () =>
        fc.assert(
          fc.asyncProperty(
            anyFilters,
            anyFilters,
            fc.constantFrom('c', 'sign', 'flag', 'n', 'day'),
            async (one, other, by) => {
              const both = await countOf([...one, ...other]);
              const whole = await countOf(one);
              expect(both).toBeLessThanOrEqual(whole);
              expect(whole).toBeLessThanOrEqual(await countOf([]));
              const column =
                by === 'sign' ? { expressionType: 'SQL' as const, sqlExpression: 'SIGN(n)', label: by } : by;
              const parts = await ask({ columns: [column], metrics: ['count'], filters: requested(one) });
              expect(parts.rows.reduce((sum, row) => sum + Number(row[1]), 0)).toBe(whole);
              const among = (list: readonly string[]): FilterSpec => ({ col: 'c', op: 'IN', val: list });
              const [a, b] = [
                ['alpha', 'beta', 'gamma'],
                ['gamma', 'Delta'],
              ];
              const [inA, inB, union, intersection] = await Promise.all(
                [a, b, [...a, ...b], ['gamma']].map((list) => countOf([...one, among(list)])),
              );
              expect(Number(inA) + Number(inB)).toBe(Number(union) + Number(intersection));
              const outside = await countOf([...one, { col: 'c', op: 'NOT IN', val: a }]);
              expect(Number(inA) + outside + (await countOf([...one, { col: 'c', op: 'IS NULL' }]))).toBe(whole);
            },
          ),
          asked(25),
        ),
      deadline,
    );

    test(
      'order: downwards is upwards turned round, a limit is a beginning, and pages cover the whole without overlap',
      () =>
        fc.assert(
          fc.asyncProperty(anyRawSpec, async (spec) => {
            const { request } = rawQuestion({ ...spec, limit: 250, offset: 0 });
            const order = (ascending: boolean): QueryObject => ({
              ...request,
              orderby: [
                [spec.order.by, ascending],
                ['id', ascending],
              ],
              row_limit: 250,
            });
            const has = ({ rows }: { readonly rows: Cells }, isNull: boolean, at: number) =>
              rows.filter((row) => (row[at] === null) === isNull);
            const [up, down] = await Promise.all([ask(order(true)), ask(order(false))]);
            const at = up.names.indexOf(spec.order.by);
            // Nulls come last either way.
            if (at >= 0) expect(has(down, false, at)).toEqual(has(up, false, at).toReversed());
            expect((await ask({ ...order(true), row_limit: spec.limit })).rows).toEqual(up.rows.slice(0, spec.limit));
            const pages = await Promise.all(
              [0, 1, 2, 3].map((page) => ask({ ...order(true), row_limit: 60, row_offset: page * 60 })),
            );
            expect(pages.flatMap(({ rows }) => rows)).toEqual(up.rows.slice(0, 240));
          }),
          asked(15),
        ),
      deadline,
    );

    test(
      'an answer that is cached, or drawn from a wider one, is the answer that the database gives',
      () =>
        fc.assert(
          fc.asyncProperty(anySpec, async (spec) => {
            const keeping = testPipeline(place);
            const grouped = { ...spec, series: null, offset: 0, limit: 60 };
            const wide = groupedQuestion({
              ...grouped,
              dims: [
                ...new Set([
                  ...spec.dims,
                  ...spec.filters.flatMap(({ col }) => (['c', 't', 'n', 'flag', 'day'].includes(col) ? [col] : [])),
                ]),
              ],
              filters: [],
              having: '',
              order: [],
            });
            await ask({ ...wide.request, row_limit: 50_000 }, keeping);
            for (const narrow of [
              groupedQuestion(grouped),
              groupedQuestion({ ...grouped, having: '', dims: spec.dims.slice(0, 1) }),
            ]) {
              const fresh = await ask(narrow.request);
              expect(await ask(narrow.request, keeping)).toEqual(fresh);
              expect(await ask(narrow.request, keeping)).toEqual(fresh);
            }
          }),
          asked(60),
        ),
      deadline,
    );

    test('the rows of filters are those of the loops, for the oracle of the tests above', async () => {
      expect(await countOf([])).toBe(rowsOfFilters([]).length);
    });
  });
}

/**
 * A cell of an answer beside the value that it should be. Decimals may travel as text, and SQLite has flags of 0 and 1.
 */
function isAlike(cell: unknown, value: Value): boolean {
  if (value === null || cell === null || cell === undefined) return value === null && cell === null;
  if (typeof value === 'string') return cell === value;
  if (typeof value === 'boolean') return Number(cell) === Number(value);
  if (typeof value === 'bigint' || Number.isSafeInteger(value))
    return typeof cell === 'string' && /^-?\d+$/.test(cell)
      ? compare(BigInt(cell), value) === 0
      : Number(cell) === Number(value);
  return Math.abs(Number(cell) - value) <= 1e-12 * Math.max(1, Math.abs(value));
}

function plain(value: Value): unknown {
  return typeof value === 'bigint' && !Number.isSafeInteger(Number(value))
    ? String(value)
    : typeof value === 'bigint'
      ? Number(value)
      : value;
}
