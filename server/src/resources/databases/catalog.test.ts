import type { Principal } from '../../principal.ts';
import { expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { anonymous } from '../../principal.ts';
import type { Engine } from '../../engines/engine.ts';
import { readSource } from '../datasets/source.ts';
import { createCatalogService } from './catalog.ts';
import { mayUseDatabase } from './policy.ts';
import type { DatabaseRow } from './store.ts';

/** Ends a question when it is asked to, as drivers do. */
const hangs = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new AppError('query_cancelled', {})));
  });
const engine: Pick<Engine, 'defaultSchema' | 'schemas' | 'details' | 'describe'> = {
  defaultSchema: 'main',
  schemas: (_catalog, signal) => hangs(signal),
  details: (_ref, signal) => hangs(signal),
  describe: (_sql, signal) => hangs(signal),
};
const engines = { engineFor: async () => engine as Engine };
const databases = {
  find: async () => ({ id: 1, version: 1, extra: '{}', engine: 'duckdb' }) as DatabaseRow,
  reach: async (who: Principal, id: number) => (mayUseDatabase(who, id) ? null : []),
};
const admin = { ...anonymous, kind: 'user', userId: 1, username: 'ann', isAdmin: true } as const;
const source = { databaseId: 1, engine: 'duckdb', catalog: null, schema: null, table: 'sales', sql: null };

test.each([
  ['names', 60, () => createCatalogService({ databases, engines, now: () => 0 }).schemas(admin, 1, {})],
  ['the columns of a table', 30, () => readSource(engines, source)],
  ['the columns of a query', 30, () => readSource(engines, { ...source, sql: 'SELECT 1 AS one' })],
] as const)(
  '%s that a database takes too long to tell are reported as that: nobody stopped it',
  async (_what, seconds, ask) => {
    const soon = AbortSignal.timeout(20);
    vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon);
    onTestFinished(() => void vi.restoreAllMocks());
    await expect(ask()).rejects.toMatchObject({ code: 'query_timeout', params: { seconds } });
  },
);
