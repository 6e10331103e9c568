import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createGate } from '../../engines/gate.ts';
import { analyst } from '../../testing/pipeline.ts';
import { turnOf } from '../../engines/turn.ts';
import type { App } from '../../http/app-types.ts';
import { queueRoutes } from './routes.ts';

const never = new AbortController().signal;

test('who waits is told the place, and nothing of databases at which only others wait', async () => {
  const [busy, other] = [createGate(1), createGate(1)];
  const mine = turnOf(analyst);
  const leave = [await busy.enter('zoe', never), await other.enter('zoe', never)];
  const waiting = [busy.enter('bo', never), busy.enter(mine, never), busy.enter(mine, never), other.enter('bo', never)];
  const queues = (turn: string) => Promise.all([busy, other].map(async (gate, index) => ({ databaseId: index + 1, ...(await gate.look(turn)) })));
  const app: App = Fastify();
  app.addHook('onRequest', async (request) => {
    request.actor = analyst;
  });
  await app.register(queueRoutes({ queues }));
  expect((await app.inject('/queue/')).json()).toEqual({ result: [{ database_id: 1, running: 1, waiting: 3, places: [2, 3] }] });
  for (const each of leave) each();
  for (const each of waiting) (await each)();
  expect((await app.inject('/queue/')).json()).toEqual({ result: [] });
  await app.close();
});
