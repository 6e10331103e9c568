import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { createLiveRuns } from './live-runs.ts';
import { live, type LifeNeeds } from './run-life.ts';
import type { RunChange } from './run-record.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A run that goes on until it is stopped. @param mayGoOn  asked from time to time */
function endless(mayGoOn: LifeNeeds['mayGoOn']) {
  const changes: RunChange[] = [];
  const removed: string[] = [];
  const writer = { write: async () => undefined, putAside: async () => ({ at: 0, bytes: 0 }), bytes: () => 0 };
  const runs = createLiveRuns(() => 0);
  const needs: LifeNeeds = {
    ledger: {
      add: async () => undefined,
      change: async (_, change) => {
        changes.push(change);
        return true;
      },
      isActive: async () => true,
      endLeft: async () => 0,
    },
    files: {
      create: async () => ({ ...writer, close: async () => undefined }),
      read: () => (async function* () {})(),
      cell: async () => Buffer.alloc(0),
      has: async () => true,
      remove: async (key) => void removed.push(key),
      sweep: async () => undefined,
    },
    live: runs,
    mayGoOn,
    now: () => 0,
    describe: () => [],
    warn: () => undefined,
  };
  const run = runs.begin({ clientId: 'a', databaseId: 3, userId: 7, fairnessKey: 'user 7', isAsync: true });
  const ended = live(
    needs,
    run,
    'key',
    () =>
      new Promise<void>((_, reject) => {
        run.signal.addEventListener('abort', () => reject(new AppError('query_cancelled', {})));
      }),
  );
  return { run, ended, changes, removed };
}

test('[attack 46] a run ends soon after its user lost the right to it, and leaves no rows', async () => {
  let isAllowed = true;
  const asked: unknown[] = [];
  const { run, ended, changes, removed } = endless(async ({ userId, databaseId }) => {
    asked.push([userId, databaseId]);
    return isAllowed;
  });
  await vi.advanceTimersByTimeAsync(10_000);
  expect([asked[0], run.signal.aborted]).toEqual([[7, 3], false]);
  isAllowed = false;
  await vi.advanceTimersByTimeAsync(10_000);
  expect((await ended).status).toBe('stopped');
  expect([changes.at(-1)?.status, removed]).toEqual(['stopped', ['key']]);
});

test('a run goes on where nobody knows whether it may', async () => {
  const { run, ended } = endless(() => Promise.reject(new Error('The metadata are away.')));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(run.signal.aborted).toBe(false);
  run.stop('stopped');
  expect((await ended).status).toBe('stopped');
});
