import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { Engine } from '../engines/engine.ts';
import { buildBirths, type Births } from '../testing/engines/births.ts';
import { analyst, noTemplates, requestFor, testPipeline } from '../testing/pipeline.ts';
import { TEST_NOW } from '../testing/builders.ts';
import { createTemplateLookups } from './template-lookups.ts';
import { createTimeReader } from './resolve/time-reader.ts';

let births: Births;
beforeAll(async () => {
  births = await buildBirths('duckdb');
});
afterAll(() => births.close());

/** Lookups on a database that lists partitions, in its own time. */
function lookupsOn(newestPartition: NonNullable<Engine['newestPartition']>) {
  return createTemplateLookups({
    datasets: async () => births.dataset,
    mayRead: () => true,
    security: async (_, { source }) => ({ security: { kind: 'true' }, source }),
    render: noTemplates.render,
    readTime: createTimeReader(() => TEST_NOW),
    maxRows: 1000,
    engines: async () => ({ ...births.engine, newestPartition }),
  });
}
const partitions = { kind: 'partitions', table: 'main.birth_names' } as const;

test('a list of partitions ends when nobody waits for it any more', async () => {
  const leaves = new AbortController();
  let hears = false;
  const lookUp = lookupsOn(
    (_table, _fixed, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => {
          hears = true;
          reject(new AppError('query_cancelled', {}));
        });
      }),
  );
  const answer = lookUp({ principal: analyst, context: {}, signal: leaves.signal }, births.dataset, {}, partitions);
  setTimeout(() => leaves.abort(), 20);
  await expect(answer).rejects.toMatchObject({ code: 'query_cancelled' });
  expect(hears).toBe(true);
});

test('a list of partitions that takes too long is reported as that: nobody stopped it', async () => {
  const soon = AbortSignal.timeout(20);
  vi.spyOn(AbortSignal, 'timeout').mockReturnValueOnce(soon);
  onTestFinished(() => void vi.restoreAllMocks());
  const lookUp = lookupsOn(
    (_table, _fixed, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new AppError('query_cancelled', {})));
      }),
  );
  expect(await lookUp({ principal: analyst, context: {} }, births.dataset, {}, partitions)).toEqual({
    ok: false,
    reason: 'The partitions of main.birth_names could not be listed within 30 s.',
  });
});

test('what a database says of its partitions is reported to the author of the template', async () => {
  const lookUp = lookupsOn(async () => Promise.reject(new AppError('database_error', { reason: 'no such table' })));
  expect(await lookUp({ principal: analyst, context: {} }, births.dataset, {}, partitions)).toMatchObject({
    ok: false,
    reason: expect.stringContaining('no such table'),
  });
});

test('a look at what is cached asks no database for partitions', async () => {
  let asked = 0;
  const lookUp = lookupsOn(async () => {
    asked += 1;
    return [{ column: 'ds', value: '2024-01-01' }];
  });
  const templates = {
    ...noTemplates,
    render: async (...[about, dataset, query]: Parameters<typeof noTemplates.render>) => {
      await lookUp(about, dataset, query, partitions);
      return noTemplates.render(about, dataset, query);
    },
  };
  const { pipeline } = testPipeline(births, { templates });
  const request = requestFor({ columns: ['gender'], metrics: ['count'] });
  expect(await pipeline.cachedAnswers(request)).toBeNull();
  expect(asked).toBe(0);
  await pipeline.answers(request);
  expect(asked).toBe(1);
  // Even what is cached by now: which question it is depends on the partitions.
  expect([await pipeline.cachedAnswers(request), asked]).toEqual([null, 1]);
});
