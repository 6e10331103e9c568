import { expect, test } from 'vitest';
import { anonymous, type Principal } from '../../principal.ts';
import type { Engine } from '../engine.ts';
import { createQuotas, metered, type Quota } from './quotas.ts';

const options = { signal: new AbortController().signal, timeoutMs: 1000, maxRows: 10 };
const query = { text: 'SELECT 1', parameters: [], written: [] };
const principalOf = (userId: number, ...roles: string[]): Principal => ({
  ...anonymous,
  kind: 'user',
  userId,
  username: `u${userId}`,
  roles,
});

/** An engine of 10 rows and one second, which runs while `open` is not called. */
function setUp(byRole: Readonly<Record<string, Quota>>) {
  const clock = { at: Date.UTC(2026, 2, 2, 23, 0, 0), correctedMs: 0 };
  const table = { rowCount: 10, columns: new Map() };
  const state = { hold: Promise.resolve() };
  const engine = {
    run: async () => {
      await state.hold;
      clock.at += 1000;
      return { table, types: {}, truncated: false };
    },
    stream: async function* stream() {
      yield { table, types: {}, truncated: false, isLast: false };
      yield { table, types: {}, truncated: false, isLast: true };
    },
  } as unknown as Engine;
  const quotas = createQuotas({ byRole, now: () => clock.at + clock.correctedMs, monotonicMs: () => clock.at });
  return {
    clock,
    state,
    ask: (principal: Principal) => metered(engine, quotas.accountOf(principal)).run(query, options),
    engine,
    quotas,
  };
}

test('[attack 62] rows a day: 429 with the time until tomorrow, for this user alone', async () => {
  const { ask, clock } = setUp({ Gamma: { rowsPerDay: 20 } });
  const ana = principalOf(1, 'Gamma');
  await ask(ana);
  await ask(ana);
  await expect(ask(ana)).rejects.toMatchObject({
    code: 'quota_exceeded',
    status: 429,
    message: 'Your role allows 20 rows a day. Try again in 3598 s.',
    params: { seconds: 3598 },
  });
  await ask(principalOf(2, 'Gamma'));
  clock.at += 3600_000;
  expect((await ask(ana)).table.rowCount).toBe(10);
});

test('seconds a day', async () => {
  const { ask } = setUp({ Gamma: { secondsPerDay: 2 } });
  const ana = principalOf(1, 'Gamma');
  await ask(ana);
  await ask(ana);
  await expect(ask(ana)).rejects.toThrow('Your role allows 2 seconds of database time a day.');
});

test('queries at once; one that ends or fails makes room', async () => {
  const { ask, state } = setUp({ Gamma: { queriesAtOnce: 2 } });
  const ana = principalOf(1, 'Gamma');
  let open = (): void => undefined;
  state.hold = new Promise((resolve) => {
    open = resolve;
  });
  const both = [ask(ana), ask(ana)];
  await expect(ask(ana)).rejects.toMatchObject({
    code: 'quota_exceeded',
    message: 'Your role allows 2 queries at once. Try again in 1 s.',
  });
  open();
  await Promise.all(both);
  state.hold = Promise.reject(new Error('broken'));
  await expect(ask(ana)).rejects.toThrow('broken');
  state.hold = Promise.resolve();
  await Promise.all([ask(ana), ask(ana)]);
});

test('of several roles the most generous counts; admins and roles without a quota have none', async () => {
  const { quotas, engine } = setUp({ Gamma: { rowsPerDay: 10, queriesAtOnce: 1 }, Alpha: { rowsPerDay: 30 } });
  const both = metered(engine, quotas.accountOf(principalOf(1, 'Gamma', 'Alpha', 'Other')));
  for (let round = 0; round < 3; round += 1) await both.run(query, options);
  await expect(both.run(query, options)).rejects.toThrow('30 rows a day');
  expect(metered(engine, quotas.accountOf(principalOf(2, 'Other')))).toBe(engine);
  expect(metered(engine, quotas.accountOf({ ...principalOf(3, 'Gamma'), isAdmin: true }))).toBe(engine);
});

test('rows that are streamed count as they come', async () => {
  const { quotas, engine } = setUp({ Gamma: { rowsPerDay: 15 } });
  const limited = metered(engine, quotas.accountOf(principalOf(1, 'Gamma')));
  for await (const batch of limited.stream(query, options)) expect(batch.table.rowCount).toBe(10);
  await expect(limited.run(query, options)).rejects.toThrow('15 rows a day');
});

test('[F58] a clock that is corrected while a query runs costs nobody a day of database time', async () => {
  for (const correctionMs of [-3600_000, 1800_000]) {
    const { clock, ask, state } = setUp({ Gamma: { secondsPerDay: 2 } });
    const ana = principalOf(1, 'Gamma');
    let letGo = (): void => undefined;
    state.hold = new Promise((resolve) => (letGo = resolve));
    const asked = ask(ana); // takes a second
    clock.correctedMs = correctionMs;
    letGo();
    await asked;
    await ask(ana);
    await expect(ask(ana)).rejects.toMatchObject({ code: 'quota_exceeded' });
  }
});
