import { expect, test } from 'vitest';
import { createEventBatcher, MAX_BATCH, QUIET_MS, type PageEvent } from './event-log.ts';

function batcher() {
  const sent: number[] = [];
  const timers: { run: () => void; ms: number }[] = [];
  const made = createEventBatcher({
    send: (events) => sent.push(events.length),
    setTimer: (run, ms) => timers.push({ run, ms }),
    clearTimer: (timer) => void timers.splice(Number(timer) - 1, 1, { run: () => undefined, ms: 0 }),
  });
  return { ...made, sent, timers };
}
const event: PageEvent = { event_name: 'load_chart' };

test('[9.0-33] events go together after 1000 ms of quiet', () => {
  const { add, sent, timers } = batcher();
  add(event);
  add(event);
  expect(sent).toEqual([]);
  expect(timers.map(({ ms }) => ms)).toEqual([0, QUIET_MS]);
  timers.at(-1)?.run();
  expect(sent).toEqual([2]);
});

test('[9.0-33] a batch of 1024 goes at once', () => {
  const { add, sent } = batcher();
  for (let count = 0; count < MAX_BATCH + 1; count += 1) add(event);
  expect(sent).toEqual([1024]);
});

test('leaving the page sends what waits, and nothing twice', () => {
  const { add, flush, sent } = batcher();
  add(event);
  flush();
  flush();
  expect(sent).toEqual([1]);
});
