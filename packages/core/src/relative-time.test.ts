import { expect, test } from 'vitest';
import { relativeTime } from './relative-time.ts';

const now = Date.UTC(2026, 4, 20, 12);

test.each([
  ['2026-05-20T12:00:00.000Z', 'now'],
  ['2026-05-20T12:00:30.000Z', 'now'],
  ['2026-05-20T11:59:59.000Z', 'a second ago'],
  ['2026-05-20T11:59:01.000Z', '59 seconds ago'],
  ['2026-05-20T11:41:00.000Z', '19 minutes ago'],
  ['2026-05-20T11:00:00.000Z', 'an hour ago'],
  ['2026-05-18T12:00:00.000Z', '2 days ago'],
  ['2026-03-20T12:00:00.000Z', '2 months ago'],
  ['2024-05-20T12:00:00.000Z', '2 years ago'],
  ['soon', ''],
])('%s is %s', (then, want) => {
  expect(relativeTime(then, now)).toBe(want);
});
