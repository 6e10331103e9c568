import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { atLeast, runs } from '@tessera/core/fixtures/runs';
import { rowsOf, type Table } from '@tessera/core/table';
import { compile } from '@tessera/query/compile/compile';
import { consolidate, consolidationKey } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Dimension, StructuredQuery } from '@tessera/query/structured-query';
import { drivers } from '../engines/drivers/drivers.ts';
import type { Engine } from '../engines/engine.ts';
import { buildBirths } from '../testing/engines/births.ts';
import { findPostgres, startPostgres } from '../testing/engines/databases.ts';
import { findMariadb, startMariadb } from '../testing/engines/mysql-servers.ts';
import { bareQuery } from '../testing/structured.ts';

// Databases whose `=` overlooks case: what a filter says is not what is stored.
type Place = {
  readonly dialect: string;
  readonly collation: string;
  readonly engine: Engine;
  readonly close: () => Promise<void>;
};
let places: readonly Place[];
beforeAll(async () => {
  places = await Promise.all([
    onDuckdb(),
    ...(findPostgres() === null ? [] : [onPostgresql()]),
    ...(findMariadb() === null ? [] : [onMariadb()]),
  ]);
});
afterAll(async () => {
  await Promise.all(places.map((place) => place.close()));
});

function surroundings(base: string) {
  return {
    processFolder: base,
    dataFolders: [],
    temporary: base,
    metadata: { kind: 'sqlite', file: join(base, 'metadata.db') },
    allowedHosts: [],
    memoryMb: 64,
    idleMs: 60_000,
  } as const;
}

async function onDuckdb(): Promise<Place> {
  const births = await buildBirths('duckdb');
  return { dialect: 'duckdb', collation: 'NOCASE', engine: births.engine, close: births.close };
}

async function onPostgresql(): Promise<Place> {
  const server = await startPostgres();
  const address = await server.createDatabase();
  await server.run(
    address,
    "CREATE COLLATION any_case (provider = icu, locale = 'und-u-ks-level2', deterministic = false)",
  );
  const base = mkdtempSync(join(tmpdir(), 'tessera-collations-'));
  const engine = drivers.postgresql.open(
    {
      name: 'collations',
      parameters: {
        host: server.host,
        port: server.port,
        database: new URL(address).pathname.slice(1),
        username: server.user,
        sslmode: 'disable',
      },
      secrets: {},
      anyHost: true,
    },
    surroundings(base),
  );
  return { dialect: 'postgresql', collation: 'any_case', engine, close: () => closed(engine, server, base) };
}

async function onMariadb(): Promise<Place> {
  const server = await startMariadb();
  const base = mkdtempSync(join(tmpdir(), 'tessera-collations-'));
  const engine = drivers.mysql.open(
    {
      name: 'collations',
      parameters: { host: '127.0.0.1', port: server.port, database: 'test', username: 'tester', sslmode: 'disable' },
      secrets: {},
      anyHost: true,
    },
    surroundings(base),
  );
  return { dialect: 'mysql', collation: 'utf8mb4_general_ci', engine, close: () => closed(engine, server, base) };
}

async function closed(engine: Engine, server: { readonly stop: () => Promise<void> }, base: string): Promise<void> {
  await engine.close();
  await server.stop();
  rmSync(base, { recursive: true, force: true });
}

/** Every place writes names in its own way; the other columns tell the rows apart. */
const rows = [
  ['Amy', 'north', 'one', 1],
  ['Amy', 'north', 'two', 2],
  ['AMY', 'south', 'one', 3],
  ['amy', 'east', 'one', 4],
  ['amy', 'east', 'two', 5],
  ['Bob', 'north', 'one', 6],
  ['bob', 'south', 'two', 7],
  ["O'Brien\\", 'east', 'one', 8],
] as const;
const columns = ['name', 'place', 'part'] as const;

function sourceFor({ dialect, collation }: Place): StructuredQuery['source'] {
  const literal = dialectOf(dialect).literal;
  const selects = rows.map(
    ([name, place, part, n]) =>
      `SELECT ${literal(name)} AS name, ${literal(place)} AS place, ${literal(part)} AS part, ${n} AS n`,
  );
  return {
    kind: 'sql',
    sql: `SELECT name COLLATE ${collation} AS name, place, part, n FROM (${selects.join(' UNION ALL ')}) AS written`,
  };
}

const dimension = (name: string): Dimension => ({ label: name, expression: { kind: 'column', name, type: 'VARCHAR' } });
const sum = { kind: 'aggregate', aggregate: 'SUM', of: { kind: 'column', name: 'n', type: 'BIGINT' } } as const;
const anyCrowd = fc
  .record({
    groupings: fc.array(fc.subarray([...columns], { minLength: 1 }), { minLength: 2, maxLength: 5 }),
    name: fc.constantFrom('amy', 'AMY', 'Amy', 'BOB', "o'brien\\", 'nobody'),
    form: fc.constantFrom('=', 'in'),
  })
  .map(({ groupings, name, form }) =>
    groupings.map((names): Omit<StructuredQuery, 'source'> => {
      const left = { kind: 'column', name: 'name', type: 'VARCHAR' } as const;
      const right = { kind: 'value', value: name } as const;
      return {
        ...bareQuery,
        dimensions: names.map(dimension),
        measures: [
          { label: 'total', expression: sum },
          { label: 'rows', expression: { kind: 'count_rows' } },
        ],
        where:
          form === '='
            ? { kind: 'compare', op: '=', left, right }
            : { kind: 'in', left, values: [right], negated: false },
      };
    }),
  );

test('what a filter pins is shown as it is stored, together as alone, where the database overlooks case', async () => {
  const seen = { sharedScans: 0, apart: 0, otherwise: 0 };
  const stored = new Set<unknown>(rows.map(([name]) => name));
  await fc.assert(
    fc.asyncProperty(anyCrowd, async (crowd) => {
      await Promise.all(
        places.map(async (place) => {
          const dialect = dialectOf(place.dialect);
          const queries = crowd.map((query): StructuredQuery => ({ ...query, source: sourceFor(place) }));
          const options = { signal: new AbortController().signal, timeoutMs: 20_000, maxRows: 1000 };
          const [key] = queries.map((query) => consolidationKey(query, dialect));
          const sharedScans = key === null ? null : consolidate(queries, dialect);
          const alone = await Promise.all(
            queries.map(async (query) => (await place.engine.run(compile(query, dialect), options)).table),
          );
          if (!sharedScans) {
            seen.apart += 1;
            return;
          }
          seen.sharedScans += 1;
          const tables = sharedScans.split((await place.engine.run(sharedScans, options)).table);
          for (const [at, query] of queries.entries()) {
            const [shared, own] = [written(tables[at], query), written(alone[at], query)];
            // Where a group has names of several forms, any of them is right; by place, each has one.
            const isReported = query.dimensions.some(({ label }) => label === 'place');
            expect(shared.map(({ name, others }) => [isReported ? name : name?.toLowerCase(), others])).toEqual(
              own.map(({ name, others }) => [isReported ? name : name?.toLowerCase(), others]),
            );
            expect(shared.filter(({ name }) => name !== undefined && !stored.has(name))).toEqual([]);
            if (shared.some(({ name }) => name !== undefined && name !== valueOf(query))) seen.otherwise += 1;
          }
        }),
      );
    }),
    { numRuns: runs(150) },
  );
  expect([
    seen.sharedScans >= atLeast(100),
    seen.otherwise >= atLeast(50),
    seen.apart >= atLeast(100) || findMariadb() === null,
  ]).toEqual([true, true, true]);
});

function valueOf({ where }: StructuredQuery): unknown {
  const bound = where.kind === 'compare' ? where.right : where.kind === 'in' ? where.values[0] : undefined;
  return bound?.kind === 'value' ? bound.value : undefined;
}

function written(table: Table | undefined, query: StructuredQuery) {
  const labels = [...query.dimensions, ...(query.measures ?? [])].map((one) => one.label);
  return rowsOf(table ?? { rowCount: 0, columns: new Map() })
    .map((row) => {
      const cells = Object.values(row).map(
        (cell, at) =>
          [
            labels[at] ?? '',
            typeof cell === 'string'
              ? cell
              : JSON.stringify(cell, (_, one: unknown) => (typeof one === 'bigint' ? Number(one) : one)),
          ] as const,
      );
      return {
        name: cells.find(([label]) => label === 'name')?.[1],
        others: cells
          .filter(([label]) => label !== 'name')
          .map(([, cell]) => cell)
          .join(' '),
      };
    })
    .sort((left, right) => (left.others < right.others ? -1 : 1));
}
