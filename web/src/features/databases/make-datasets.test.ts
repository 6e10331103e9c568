import { expect, test } from 'vitest';
import { ApiError } from '../../api/api-error.ts';
import { countStates, keyOf, makeDatasets, type MakingState } from './make-datasets.ts';

const places = ['a', 'b', 'c', 'd', 'e'].map((table) => ({ schema: 'main', table }));

test('a table that fails keeps no other from being made, and says why', async () => {
  const states = new Map<string, MakingState>();
  let running = 0;
  let most = 0;
  await makeDatasets(
    1,
    places,
    { signal: new AbortController().signal, tell: (key, state) => states.set(key, state) },
    async ({ table }) => {
      running += 1;
      most = Math.max(most, running);
      await Promise.resolve();
      running -= 1;
      if (table === 'c') throw new ApiError({ status: 422, message: 'No such table' });
      return table.charCodeAt(0);
    },
  );
  expect(countStates(states)).toEqual({ waiting: 0, running: 0, made: 4, failed: 1 });
  expect(states.get(keyOf({ schema: 'main', table: 'c' }))).toEqual({ name: 'failed', reason: 'No such table' });
  expect(most).toBeLessThanOrEqual(3);
});

test('a stop lets what runs end and begins no more', async () => {
  const controller = new AbortController();
  const made: string[] = [];
  await makeDatasets(1, places, { signal: controller.signal, tell: () => undefined }, async ({ table }) => {
    made.push(table);
    controller.abort();
    return 1;
  });
  expect(made.length).toBeLessThanOrEqual(3);
});
