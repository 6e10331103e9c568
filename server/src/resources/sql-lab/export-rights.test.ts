import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../../principal.ts';
import { createSqlExport } from './export.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

type Needs = Parameters<typeof createSqlExport>[0];

const query = {
  id: 'a',
  dbId: 3,
  state: 'success',
  tab: null,
  resultsKey: 'key',
  statements: [{ state: 'success', rows: 1, limitingFactor: 'NOT_LIMITED' }],
};
const lines = [
  { head: { statement: 0, sql: '', columns: [{ name: 'n', column_name: 'n', type: 'INTEGER', type_generic: 0 }] } },
  { rows: 1, columns: [[1]] },
];

/** A download whose rows never end. @returns what of it has come, and its end */
async function endless(mayGoOn: Needs['mayGoOn']) {
  let isRead = false;
  const needs = {
    queries: { again: async () => ({ row: {}, query, request: { principal: {}, rowLimit: 1 } }) },
    findDatabase: async () => ({ id: 3 }),
    assertShown: async () => undefined,
    mayGoOn,
    warn: () => undefined,
    now: () => 0,
    files: {
      has: async () => true,
      read: async function* (_: string, { signal }: { readonly signal: AbortSignal }) {
        isRead = true;
        for (const line of lines) yield Buffer.from(`${JSON.stringify(line)}\n`);
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
        isRead = false;
        throw new AppError('query_cancelled', {});
      },
    },
  } as unknown as Needs;
  const principal = { kind: 'user', userId: 7, isAdmin: true } as unknown as Principal;
  const wanted = { clientId: 'a', format: 'csv', statement: null, isWhole: false, filename: null } as const;
  const { chunks } = await createSqlExport(needs).file(principal, wanted, new AbortController().signal);
  const got: string[] = [];
  const ended = (async () => {
    for await (const chunk of chunks) got.push(chunk.toString());
  })();
  return { got, ended, isRead: () => isRead };
}

test('[attack 46] a download ends soon after its user lost the right to it', async () => {
  let isAllowed = true;
  const asked: unknown[] = [];
  const { got, ended, isRead } = await endless(async (download) => {
    asked.push(download);
    return isAllowed;
  });
  const failed = ended.catch((error: unknown) => error);
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked, isRead()]).toEqual([[{ userId: 7, databaseId: 3 }], true]);
  isAllowed = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(await failed).toMatchObject({ code: 'query_cancelled' });
  expect([got.join(''), isRead(), vi.getTimerCount()]).toEqual(['n\r\n1\r\n', false, 0]);
});
