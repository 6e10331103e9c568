import { expect, test } from 'vitest';
import { createSlots, maxOpen } from './open-requests.ts';

const never = new AbortController().signal;
const turn = () => new Promise((resolve) => setTimeout(resolve));

/** A question that is answered when the test says so. */
function question() {
  const state = { isOut: false, answer: (): void => undefined, fail: (): void => undefined };
  const work = () => {
    state.isOut = true;
    return new Promise<string>((resolve, reject) => {
      state.answer = () => resolve('rows');
      state.fail = () => reject(new Error('no'));
    });
  };
  return { state, work };
}

test('over HTTP/1.1 one connection of six stays free; later versions need none', () => {
  expect(['http/1.1', '', 'h2', 'h2c', 'h3'].map(maxOpen)).toEqual([
    5,
    5,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
    Number.POSITIVE_INFINITY,
  ]);
});

test('questions beyond the places go out in their order, as others are answered or fail', async () => {
  const places = createSlots(2);
  const all = Array.from({ length: 4 }, question);
  const done = all.map(({ work }) => places.run(never, work).catch(() => 'failed'));
  const out = async () => (await turn(), all.map(({ state }) => state.isOut));
  expect(await out()).toEqual([true, true, false, false]);
  all[1]?.state.fail();
  expect(await out()).toEqual([true, true, true, false]);
  all[0]?.state.answer();
  expect(await out()).toEqual([true, true, true, true]);
  all[2]?.state.answer();
  all[3]?.state.answer();
  expect(await Promise.all(done)).toEqual(['rows', 'failed', 'rows', 'rows']);
});

test('who leaves while waiting is never sent and takes no place', async () => {
  const places = createSlots(1);
  const [first, second, third] = [question(), question(), question()];
  void places.run(never, first.work);
  const leaver = new AbortController();
  const left = places
    .run(leaver.signal, second.work)
    .catch((error: unknown) => (error instanceof DOMException ? error.name : 'other'));
  const stays = places.run(never, third.work);
  leaver.abort();
  expect(await left).toBe('AbortError');
  first.state.answer();
  await turn();
  expect([second.state.isOut, third.state.isOut]).toEqual([false, true]);
  third.state.answer();
  expect(await stays).toBe('rows');
  await expect(places.run(AbortSignal.abort(), second.work)).rejects.toThrow('The chart was stopped.');
});
