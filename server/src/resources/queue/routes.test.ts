import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createSemaphore } from '../../engines/admission/semaphore.ts';
import { createRunning } from '../../engines/admission/running.ts';
import { analyst } from '../../testing/pipeline.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import type { App } from '../../http/app-types.ts';
import { queueRoutes } from './routes.ts';

const never = new AbortController().signal;

test('who waits gets the place, and nothing of databases at which only others wait', async () => {
  const [busy, other] = [createSemaphore(1), createSemaphore(1)];
  const mine = fairnessKeyOf(analyst);
  let at = 0;
  const running = [createRunning(() => at), createRunning(() => at)];
  const leave = [await busy.enter('zoe', never), await other.enter('zoe', never)];
  const waiting = [
    busy.enter('bo', never),
    busy.enter(mine, never),
    busy.enter(mine, never, () => [{ fairnessKey: mine, ask: 'chart-2' }]),
    other.enter('bo', never),
  ];
  const queues = (fairnessKey: string) =>
    Promise.all(
      [busy, other].map(async (semaphore, index) => ({
        databaseId: index + 1,
        ...(await semaphore.look(fairnessKey)),
        own: running[index]?.of(fairnessKey) ?? [],
      })),
    );
  const app: App = Fastify();
  app.addHook('onRequest', async (request) => {
    request.principal = analyst;
  });
  await app.register(queueRoutes({ queues }));
  expect((await app.inject('/queue/')).json()).toEqual({
    result: [
      { database_id: 1, running: 1, waiting: 3, own: [], places: [2, 3], waits: [{ place: 3, asks: ['chart-2'] }] },
    ],
  });
  for (const each of leave) each();
  for (const each of waiting) (await each)();
  expect((await app.inject('/queue/')).json()).toEqual({ result: [] });

  const [, elsewhere] = running;
  const one = elsewhere?.begin(mine, () => [
    { fairnessKey: mine, ask: 'chart-1' },
    { fairnessKey: 'bo', ask: 'chart-of-bo' },
  ]);
  elsewhere?.begin('bo', () => [{ fairnessKey: 'bo', ask: 'chart-9' }]);
  at = 1500;
  one?.report({ share: 0.25, rows: 1000 });
  expect((await app.inject('/queue/')).json()).toEqual({
    result: [
      {
        database_id: 2,
        running: 0,
        waiting: 0,
        own: [{ elapsed_ms: 1500, share: 0.25, rows: 1000, asks: ['chart-1'] }],
        places: [],
        waits: [],
      },
    ],
  });
  one?.end();
  expect((await app.inject('/queue/')).json()).toEqual({ result: [] });
  await app.close();
});

test('who shares the query of another gets how far it is, under the own name alone', async () => {
  const [semaphore, running] = [createSemaphore(1), createRunning(() => 0)];
  const mine = fairnessKeyOf(analyst);
  const waiters = () => [
    { fairnessKey: 'zoe', ask: 'chart-of-zoe' },
    { fairnessKey: mine, ask: 'chart-1' },
  ];
  running.begin('zoe', waiters).report({ share: 0.5, rows: null });
  await semaphore.enter('bo', never);
  void semaphore.enter('bo', never);
  void semaphore.enter('zoe', never, waiters);
  expect(running.of(mine)).toEqual([{ elapsedMs: 0, share: 0.5, rows: null, asks: ['chart-1'] }]);
  expect(await semaphore.look(mine)).toEqual({
    running: 1,
    waiting: 2,
    places: [],
    waits: [{ place: 2, asks: ['chart-1'] }],
  });
  expect(running.of('bo')).toEqual([]);
});
