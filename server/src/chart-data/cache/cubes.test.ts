import { expect, test } from 'vitest';
import type { Table } from '@tessera/core/table';
import type { StructuredQuery } from '@tessera/query/structured-query';
import { bareQuery } from '../../testing/structured.ts';
import { plan } from '../plan/plan.ts';
import type { ResolvedDataset } from '../dataset.ts';
import { createCubes } from './cubes.ts';

const dataset = { id: 1, dialect: 'duckdb', versionKey: '1', databaseId: 1, timeZone: null, reads: 'extract' };
const none = new Set<string>();
const asked = (limit: number, change: Partial<ResolvedDataset> = {}) => {
  const source = { kind: 'table', catalog: null, schema: 'main', table: 'sales' } as const;
  const query: StructuredQuery = { ...bareQuery, source, limit };
  return plan(query, { ...dataset, ...change } as unknown as ResolvedDataset, none);
};
const table = (rows: number): Table => ({
  rowCount: rows,
  columns: new Map([['n', { name: 'n', kind: 'numeric', values: new Float64Array(rows) }]]),
});
const cube = (key: string) => ({ key, query: asked(0).query, temporal: none });

function cubesOf(rows: number, maxBytes: number) {
  const forgotten: string[] = [];
  const peek = () => ({ table: table(rows), truncated: false, ranAtMs: 0, tookMs: 0, ageMs: 0 });
  return { forgotten, cubes: createCubes({ peek, forget: (key) => void forgotten.push(key) }, maxBytes) };
}
const keysOf = (cubes: ReturnType<typeof createCubes>, of: ReturnType<typeof asked>) =>
  cubes.of(of).map(({ key }) => key);

test('one cube answers all queries that it was made for, and those of the source none', () => {
  const { cubes } = cubesOf(10, 1e6);
  cubes.keep('ana', asked(1), cube('a'));
  cubes.keep('ana', asked(2), cube('a'));
  expect([keysOf(cubes, asked(1)), keysOf(cubes, asked(2)), keysOf(cubes, asked(3))]).toEqual([['a'], ['a'], []]);
  expect(cubes.of({ ...asked(1), dataset: { ...asked(1).dataset, reads: undefined } as never })).toEqual([]);
});

test('each user has few, and all together a bound: the oldest go first, with their rows', () => {
  const { cubes, forgotten } = cubesOf(10, 1e6);
  for (let at = 0; at < 80; at += 1) cubes.keep('ana', asked(at), cube(String(at)));
  cubes.keep('bo', asked(99), cube('bo'));
  expect(forgotten).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect([keysOf(cubes, asked(7)), keysOf(cubes, asked(8)), keysOf(cubes, asked(99))]).toEqual([[], ['8'], ['bo']]);
  const small = cubesOf(1000, 20_000);
  for (let at = 0; at < 5; at += 1) small.cubes.keep('ana', asked(at), cube(String(at)));
  expect([keysOf(small.cubes, asked(0)), keysOf(small.cubes, asked(4))]).toEqual([[], ['4']]);
  const none = cubesOf(1000, 100);
  none.cubes.keep('ana', asked(1), cube('large'));
  expect([keysOf(none.cubes, asked(1)), none.forgotten]).toEqual([[], ['large']]);
});
