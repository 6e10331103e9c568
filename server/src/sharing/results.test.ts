import { randomUUID } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import { createResults, type Freshness, type Results } from '../chart-data/cache/results.ts';
import { alone } from '../chart-data/run/shared-runs.ts';
import { codeOf } from '../testing/code-of.ts';
import { fresh, patient, resultServers, runOf, textIn, work } from '../testing/result-servers.ts';

const { hasRedis, serverOf } = resultServers();

const kinds = [
  {
    name: 'in process',
    isHere: true,
    make: async (maxBytes: number, now: () => number, monotonicMs = now): Promise<Results> =>
      createResults({ maxBytes, now, monotonicMs, shared: alone }),
  },
  {
    name: 'Redis',
    isHere: hasRedis,
    make: async (maxBytes: number, now: () => number, monotonicMs = now): Promise<Results> =>
      (await serverOf(randomUUID(), { maxBytes, now, monotonicMs })).results,
  },
] as const;

describe.each(kinds)('results, $name', ({ isHere, make }) => {
  describe.skipIf(!isHere)('', () => {
    test('a result is cached with its age, dropped when it is too old, made anew when that is wished', async () => {
      const clock = { at: 1_000_000 };
      const results = await make(1_000_000, () => clock.at);
      let runs = 0;
      const ask = (freshness: Partial<Freshness> = {}, name = 'k') =>
        results.read(name, { ...fresh, ...freshness }, patient(), async () => runOf(String((runs += 1))));
      expect([textIn(await ask()), textIn(await ask())]).toEqual(['1', '1']);
      expect((await ask()).isCached).toBe(true);
      expect(await results.has('k', fresh)).toBe(true);
      clock.at += 600_001;
      expect([await results.has('k', fresh), textIn(await ask())]).toEqual([false, '2']);
      clock.at += 1;
      expect([textIn(await ask({ force: true })), textIn(await ask())]).toEqual(['3', '3']);
      clock.at += 700_000;
      expect(textIn(await ask({ staleMs: 600_000 }))).toBe('3');
      await expect.poll(() => runs).toBe(4);
      await expect.poll(async () => textIn(await ask())).toBe('4');
      expect([textIn(await ask({ maxAgeMs: 0 }, 'other')), textIn(await ask({ maxAgeMs: 0 }, 'other'))]).toEqual([
        '5',
        '6',
      ]);
      expect(await results.has('other', fresh)).toBe(false);
      clock.at += 1e12;
      expect(textIn(await ask({ maxAgeMs: null }))).toBe('4');
    });

    test.each([
      ['back', -86_400_000],
      ['forwards', 86_400_000],
    ])(
      '[F58] a clock that is corrected %s by a day makes no cached result younger or older',
      async (_, correctionMs) => {
        const clock = { at: 1e9, correctedMs: 0 };
        const results = await make(
          1_000_000,
          () => clock.at + clock.correctedMs,
          () => clock.at,
        );
        let runs = 0;
        const ask = async () =>
          textIn(await results.read('k', fresh, patient(), async () => runOf(String((runs += 1)))));
        expect(await ask()).toBe('1');
        clock.correctedMs = correctionMs;
        expect([await ask(), results.peek('k')?.ageMs]).toEqual(['1', 0]);
        clock.at += 600_000;
        expect(await ask()).toBe('1');
        clock.at += 1;
        expect([await results.has('k', fresh), await ask(), await ask()]).toEqual([false, '2', '2']);
      },
    );

    test('many who ask at once wait for one run; it is stopped when the last one leaves', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const people = Array.from({ length: 20 }, () => new AbortController());
      const left: string[] = [];
      const asked = people.map(async ({ signal }) => {
        const how = await codeOf(results.read('k', fresh, signal, run));
        left.push(how);
        return how;
      });
      await expect.poll(() => state.begun).toBe(1);
      for (const user of people.slice(1)) user.abort();
      await expect.poll(async () => left.filter((how) => how === 'query_cancelled').length).toBe(19);
      expect(state.stopped).toBe(0);
      people[0]?.abort();
      expect(new Set(await Promise.all(asked))).toEqual(new Set(['query_cancelled']));
      await expect.poll(() => state.stopped).toBe(1);
      const again = results.read('k', fresh, patient(), run);
      await expect.poll(() => state.begun).toBe(2);
      state.finish(runOf('again'));
      expect(textIn(await again)).toBe('again');
    });

    test('a failure reaches every waiter, and is not cached', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const asked = [1, 2, 3].map(() => codeOf(results.read('k', fresh, patient(), run)));
      await expect.poll(() => state.begun).toBe(1);
      state.fail(new AppError('database_error', { reason: 'no' }));
      expect(await Promise.all(asked)).toEqual(['database_error', 'database_error', 'database_error']);
      expect(textIn(await results.read('k', fresh, patient(), async () => runOf('fine')))).toBe('fine');
    });

    test('the quota of the one who began is not that of those who asked the same', async () => {
      const results = await make(1_000_000, () => Date.now());
      const { state, run } = work();
      const first = codeOf(results.read('k', fresh, patient(), run));
      await expect.poll(() => state.begun).toBe(1);
      const second = results.read('k', fresh, patient(), async () => runOf('allowed'));
      state.fail(new AppError('quota_exceeded', { what: 'rows a day', most: 1, seconds: 1 }));
      expect([await first, textIn(await second)]).toEqual(['quota_exceeded', 'allowed']);
    });

    test('what is cached stays below the budget; those that nobody asked for longest go', async () => {
      const results = await make(40_000, () => Date.now());
      for (let at = 0; at < 50; at += 1) await results.read(`k${at}`, fresh, patient(), async () => runOf('x', 20));
      expect(results.bytes()).toBeLessThanOrEqual(40_000);
      expect(results.bytes()).toBeGreaterThan(5000);
      expect(results.counters.evicted).toBeGreaterThan(10);
    });
  });
});
