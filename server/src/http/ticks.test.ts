import { setImmediate } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { anonymous, type Principal } from '../principal.ts';
import { tickFor } from '../ticks.ts';
import type { App } from './app-types.ts';
import { createServer } from './server.ts';

const user = (userId: number): Principal => ({ ...anonymous, kind: 'user', userId, username: `user ${userId}` });
let app: App;
afterEach(() => app?.close());

test('[attack 61] in each round of the loop one goes on, and users go round', async () => {
  const went: string[] = [];
  for (const name of ['a1', 'a2', 'a3', 'b1']) void tickFor(name.slice(0, 1)).then(() => went.push(name));
  const rounds: string[] = [];
  for (let round = 0; round < 6; round += 1) {
    await setImmediate();
    rounds.push(went.join(' '));
  }
  expect(went).toEqual(['a1', 'b1', 'a2', 'a3']);
  expect(new Set(rounds).size).toBeGreaterThan(3);
});

test('[attack 61] requests of one user that come together let probes and other users by', async () => {
  const answered: string[] = [];
  const rounds = { now: 0 };
  const atOnce = new Map<number, number>();
  app = createServer({
    config: { logLevel: 'silent', trustProxy: false, bodyLimitKb: 64, largeBodyLimitKb: 128, metricsToken: null },
    ready: [],
    webRoot: null,
    authenticate: ({ headers }) => ({ principal: user(Number(headers['x-user'])), credential: 'token', csrf: null }),
  });
  const work = async (): Promise<object> => {
    atOnce.set(rounds.now, (atOnce.get(rounds.now) ?? 0) + 1);
    return {};
  };
  app.get('/work', { config: { permission: 'public' } }, work);
  app.post('/work', { config: { permission: 'public' } }, work);
  await app.ready();
  const over = new AbortController();
  const counted = (async () => {
    for (; !over.signal.aborted; rounds.now += 1) await setImmediate();
  })();
  const ask = (who: string, url: string, body?: object) =>
    app
      .inject({
        method: body ? 'POST' : 'GET',
        url,
        headers: { 'x-user': who },
        ...(body && { payload: body }),
      })
      .then(() => answered.push(`${who} ${url}`));
  const many = Array.from({ length: 60 }, (_, at) => ask('1', '/work', at % 2 === 0 ? { at } : undefined));
  await Promise.all([...many, ask('0', '/health'), ask('2', '/work')]);
  over.abort();
  await counted;
  expect(Math.max(...atOnce.values())).toBeLessThan(4);
  expect(answered.indexOf('0 /health')).toBeLessThan(10);
  expect(answered.indexOf('2 /work')).toBeLessThan(10);
});
