import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import type { Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { consolidate, consolidationKey } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { StructuredQuery } from '@tessera/query/structured-query';
import type { Births } from '../engines/births.ts';
import { anyQuery, bareQuery, rowTexts, typedFor } from '../structured.ts';

const options = () => ({ signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 100_000 });

/**
 * Queries of one dashboard: the same rows, other groupings, or the same ones with other measures, filters on groups and
 * limits.
 */
const anyCrowd = fc
  .tuple(fc.array(anyQuery, { minLength: 2, maxLength: 6 }), fc.nat(3), fc.integer({ min: 0, max: 2 }))
  .map(([queries, offset, alike]) => {
    const [first] = queries;
    return queries.map((query): StructuredQuery => {
      const dimensions = alike === 0 ? (first?.dimensions ?? []) : query.dimensions;
      const kept = query.seriesLimit?.dimensions.filter((label) => dimensions.some((one) => one.label === label)) ?? [];
      return {
        ...query,
        dimensions,
        where: first?.where ?? query.where,
        security: first?.security ?? query.security,
        rowCountOnly: false,
        offset: query.limit === null ? 0 : offset,
        seriesLimit: query.seriesLimit && kept.length > 0 ? { ...query.seriesLimit, dimensions: kept } : null,
      };
    });
  });

type Seen = Readonly<Record<'shared' | 'rolled' | 'filtered' | 'limited' | 'distinct' | 'empty', number>>;
/** How many crowds are tried, and the ways of sharing that must be met; a database may not know all of them. */
export const sharing: Readonly<
  Record<'duckdb' | 'postgresql' | 'clickhouse' | 'trino', { readonly runs: number; readonly met: Partial<Seen> }>
> = {
  duckdb: { runs: 250, met: { shared: 15, rolled: 15, filtered: 15, limited: 15, distinct: 15, empty: 5 } },
  postgresql: { runs: 250, met: { shared: 15, filtered: 15, limited: 15, distinct: 15, empty: 5 } },
  clickhouse: { runs: 250, met: { shared: 60, filtered: 15, distinct: 15, empty: 5 } },
  trino: { runs: 60, met: { shared: 15, filtered: 4, distinct: 4, empty: 1 } },
};

/** Shared scans on the real database, against what each query brings alone. */
export function consolidationSuite(kind: keyof typeof sharing, births: () => Births): void {
  test('queries that run as one bring what each brings alone', async () => {
    const seen = { shared: 0, rolled: 0, filtered: 0, limited: 0, distinct: 0, empty: 0 };
    const { engine, dataset } = births();
    const dialect = dialectOf(dataset.dialect);
    const { runs: most, met } = sharing[kind];
    const isStored = dialect.groupingSets?.handOut === null;
    await fc.assert(
      fc.asyncProperty(anyCrowd, async (given) => {
        const crowd = given.map((query) =>
          typedFor(isStored ? query : { ...query, seriesLimit: null }, dataset.dialect),
        );
        const keys = new Set(crowd.flatMap((query) => consolidationKey(query, dialect) ?? []));
        await Promise.all(
          [...keys].map(async (key) => {
            const queries = crowd.filter((query) => consolidationKey(query, dialect) === key);
            const sharedScans = consolidate(queries, dialect);
            if (!sharedScans || queries.length < 2) return;
            const tables = sharedScans.split((await engine.run(sharedScans, options())).table);
            const alone = await Promise.all(
              queries.map(async (query) => (await engine.run(compile(query, dialect), options())).table),
            );
            seen.shared += 1;
            if (/GROUP BY (?!GROUPING)/.test(sharedScans.text)) seen.rolled += 1;
            if (queries.some(({ having }) => having.kind === 'sql')) seen.filtered += 1;
            if (queries.some(({ seriesLimit }) => seriesLimit !== null)) seen.limited += 1;
            if (sharedScans.text.includes('DISTINCT')) seen.distinct += 1;
            if (alone.some(({ rowCount }) => rowCount === 0)) seen.empty += 1;
            expect(tables.map((table, index) => written(table, queries[index]))).toEqual(
              alone.map((table, index) => written(table, queries[index])),
            );
          }),
        );
      }),
      { numRuns: runs(most) },
    );
    // Each way of sharing was met.
    expect(Object.entries(met).filter(([way, count]) => seen[way as keyof Seen] < atLeast(count))).toEqual([]);
  }, 240_000);

  test('columns that are called like those of a shared statement stay what they are, in a rule too', async () => {
    const { engine, dataset } = births();
    const dialect = dialectOf(dataset.dialect);
    const column = (name: string) => ({ label: name, expression: { kind: 'column', name, type: null } }) as const;
    const query = (dimension: string): StructuredQuery => ({
      ...bareQuery,
      source: {
        kind: 'sql',
        sql: 'SELECT gender AS d0__, name AS set__, num AS m0__, state AS d1__ FROM main.birth_names',
      },
      dimensions: [column(dimension)],
      measures: [{ label: 'sum', expression: { kind: 'sql', sql: 'SUM(m0__)', type: null } }],
      security: { kind: 'sql', sql: "d0__ = 'boy'", isRule: true },
      limit: 100,
    });
    const queries = [query('set__'), query('d1__')];
    const sharedScans = consolidate(queries, dialect);
    expect(sharedScans).not.toBeNull();
    if (!sharedScans) return;
    const tables = sharedScans.split((await engine.run(sharedScans, options())).table);
    const alone = await Promise.all(
      queries.map(async (one) => (await engine.run(compile(one, dialect), options())).table),
    );
    expect(alone.map(({ rowCount }) => rowCount)).toEqual([5, 2]);
    expect(tables.map((table, index) => written(table, queries[index]))).toEqual(
      alone.map((table, index) => written(table, queries[index])),
    );
  });
}

function written(table: Table, query: StructuredQuery | undefined) {
  const labels = [...(query?.dimensions ?? []), ...(query?.measures ?? [])].map((one) => one.label);
  const kinds = [...table.columns.values()].map(({ kind, values }, index) => [
    labels[index],
    kind,
    values instanceof Float64Array,
  ]);
  const isOrdered = query?.limit !== null || query.orderBy.some(({ by }) => 'label' in by && labels.includes(by.label));
  return { rowCount: table.rowCount, kinds, rows: rowTexts(table, isOrdered) };
}
