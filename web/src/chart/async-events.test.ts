import { expect, test } from 'vitest';
import {
  startAsync,
  stepAsync,
  type AsyncEffect,
  type AsyncInput,
  type AsyncState,
  type JobEvent,
} from './async-events.ts';

const done = (job: string, id = '10-0'): JobEvent => ({
  id,
  job_id: job,
  status: 'done',
  errors: [],
  result_url: `/r/${job}`,
});

/** A page that is given one thing after the other. */
function page(transport: AsyncState['transport'] = 'polling', lastId: string | null = null) {
  let state = startAsync(transport, lastId);
  return {
    give: (input: AsyncInput): readonly AsyncEffect[] => {
      const [next, effects] = stepAsync(state, input, 500);
      state = next;
      return effects;
    },
    state: () => state,
  };
}

test('[9.0-02] polling asks every 500 ms while somebody waits, and rests when nobody does', () => {
  const it = page();
  expect(it.state().transport).toBe('polling');
  expect(it.give({ type: 'wait', job: 'a' })).toEqual([{ type: 'poll', afterMs: 500 }]);
  expect(it.give({ type: 'wait', job: 'b' })).toEqual([]); // one question for all
  expect(it.give({ type: 'polled', events: [] })).toEqual([{ type: 'poll', afterMs: 500 }]);
  expect(it.give({ type: 'polled', events: [done('a')] })).toEqual([
    { type: 'settle', event: done('a') },
    { type: 'keep', lastId: '10-0' },
    { type: 'poll', afterMs: 500 },
  ]);
  it.give({ type: 'leave', job: 'b' });
  expect(it.give({ type: 'polled', events: [] })).toEqual([]);
  expect(it.give({ type: 'wait', job: 'c' })).toEqual([{ type: 'poll', afterMs: 500 }]);
});

test('[4.3-02] done and error settle the job, once; running settles nothing', () => {
  const it = page();
  it.give({ type: 'wait', job: 'a' });
  expect(it.give({ type: 'told', event: { ...done('a'), status: 'running' } }).map(({ type }) => type)).toEqual([
    'keep',
  ]);
  const failed: JobEvent = { ...done('a', '11-0'), status: 'error', result_url: null };
  expect(it.give({ type: 'told', event: failed })[0]).toEqual({ type: 'settle', event: failed });
  expect(it.give({ type: 'told', event: failed })[0]?.type).toBe('retry');
});

test('[4.3-03] [9.0-04] an event without a listener is tried 6 times after 100 ms × attempt', () => {
  const it = page();
  let effects = it.give({ type: 'told', event: done('x') });
  const pauses: number[] = [];
  for (let effect = effects[0]; effect?.type === 'retry'; effect = effects[0]) {
    pauses.push(effect.afterMs);
    effects = it.give({ type: 'again', event: effect.event, attempt: effect.attempt });
  }
  expect([pauses, effects]).toEqual([[100, 200, 300, 400, 500, 600], [{ type: 'drop', event: done('x') }]]);
});

test('[4.3-03] a listener that comes in time gets the event that overtook it', () => {
  const it = page('websocket');
  it.give({ type: 'told', event: done('x') });
  it.give({ type: 'wait', job: 'x' });
  expect(it.give({ type: 'again', event: done('x'), attempt: 1 })).toEqual([{ type: 'settle', event: done('x') }]);
});

test('[4.3-04] [9.0-03] a websocket is opened again every 2.5 s up to 6 times, then it is polled', () => {
  const it = page('websocket');
  expect(it.give({ type: 'wait', job: 'a' })).toEqual([{ type: 'connect', afterMs: 0 }]);
  for (let round = 1; round <= 6; round += 1) {
    const effects = it.give({ type: 'closed' });
    expect(effects).toEqual([
      { type: 'connect', afterMs: 2500 },
      { type: 'poll', afterMs: 0 },
    ]); // the question keeps the job alive
    it.give({ type: 'polled', events: [] });
  }
  expect(it.give({ type: 'closed' })).toEqual([{ type: 'poll', afterMs: 500 }]);
  expect(it.state().transport).toBe('polling');
});

test('[4.3-04] an opened websocket counts from the start again; without anybody waiting it stays closed', () => {
  const it = page('websocket');
  it.give({ type: 'wait', job: 'a' });
  for (let round = 0; round < 20; round += 1) {
    it.give({ type: 'closed' });
    it.give({ type: 'polled', events: [] });
    it.give({ type: 'opened' });
  }
  expect(it.state()).toMatchObject({ transport: 'websocket', socket: 'open', closings: 0 });
  it.give({ type: 'told', event: done('a') });
  expect(it.give({ type: 'closed' })).toEqual([]);
  expect(it.give({ type: 'wait', job: 'b' })).toEqual([{ type: 'connect', afterMs: 0 }]);
});

test('[4.3-04] what happened before the first opening is asked for; after that the last id has it repeated', () => {
  const fresh = page('websocket');
  fresh.give({ type: 'wait', job: 'a' });
  expect(fresh.give({ type: 'opened' })).toEqual([{ type: 'poll', afterMs: 0 }]);
  expect(fresh.give({ type: 'polled', events: [done('a')] })).toEqual([
    { type: 'settle', event: done('a') },
    { type: 'keep', lastId: '10-0' },
  ]);
  const known = page('websocket', '9-0');
  known.give({ type: 'wait', job: 'a' });
  expect(known.give({ type: 'opened' })).toEqual([]);
});

test('[4.3-04] the last id grows and is stored; an older event does not set it back', () => {
  const it = page('polling', '9-5');
  expect(it.give({ type: 'polled', events: [done('a', '10-0'), done('b', '10-12')] })).toContainEqual({
    type: 'keep',
    lastId: '10-12',
  });
  expect(it.give({ type: 'polled', events: [done('c', '10-9')] }).map(({ type }) => type)).toEqual(['retry']);
  expect(it.state().lastId).toBe('10-12');
});

test('questions without an answer come slower, and after six the charts hear of it', () => {
  const it = page();
  it.give({ type: 'wait', job: 'a' });
  const effects = Array.from({ length: 6 }, () => it.give({ type: 'poll_failed' })[0]);
  expect(effects.map((effect) => (effect?.type === 'poll' ? effect.afterMs : effect?.type))).toEqual([
    1000,
    2000,
    4000,
    8000,
    16_000,
    'give_up',
  ]);
  expect(it.give({ type: 'wait', job: 'b' })).toEqual([{ type: 'poll', afterMs: 500 }]);
});
