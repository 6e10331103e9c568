import { expect, test } from 'vitest';
import { isCheap } from './use-auto-run.ts';

test('what answered quickly is retried automatically, what was slow, failed or stopped is not', () => {
  expect(isCheap({ status: 'rendered', startedAt: 1000, endedAt: 1400 })).toBe(true);
  expect(isCheap({ status: 'empty', startedAt: null, endedAt: null })).toBe(true);
  expect(isCheap({ status: 'rendered', startedAt: 1000, endedAt: 5000 })).toBe(false);
  expect(isCheap({ status: 'failed', startedAt: 1000, endedAt: 1100 })).toBe(false);
  expect(isCheap({ status: 'stopped', startedAt: 1000, endedAt: 1100 })).toBe(false);
});
