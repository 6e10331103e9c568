import { describe, expect, test } from 'vitest';
import {
  clearInactive,
  fail,
  refreshedState,
  requestResults,
  startState,
  stop,
  succeed,
  tellState,
  type QueryRun,
} from './query-runs.ts';
import { isActive, queryStates, readState, toneOfState, type QueryState } from './query-states.ts';

const NOW = 1000;
const query = (state: QueryState, change: Partial<QueryRun> = {}): QueryRun => ({
  state,
  endedAt: null,
  results: ['rows'],
  ...change,
});

test('[4.9-01] there are nine states; one that is not known counts as running', () => {
  expect(queryStates.toSorted()).toEqual([
    'failed',
    'fetching',
    'pending',
    'running',
    'scheduled',
    'started',
    'stopped',
    'success',
    'timed_out',
  ]);
  expect(queryStates.map(readState)).toEqual(queryStates);
  expect(readState('hibernating')).toBe('running');
});

test.each([
  ['running', true],
  ['started', true],
  ['pending', true],
  ['fetching', true],
  ['scheduled', true],
  ['stopped', false],
  ['failed', false],
  ['success', false],
  ['timed_out', false],
] as const)('[4.9-02] %s is active: %s', (state, active) => {
  expect(isActive(state)).toBe(active);
});

test('[4.9-03] on start a query is running, or pending if run asynchronously', () => {
  expect([startState(false), startState(true)]).toEqual(['running', 'pending']);
});

test.each([
  ['running', 'success', 'success'],
  ['fetching', 'success', 'success'],
  ['pending', 'success', 'success'],
  ['stopped', 'success', 'stopped'],
  ['running', 'failed', 'running'],
  ['running', 'running', 'running'],
] as const)('[4.9-04] %s and a result of status %s: %s', (before, status, after) => {
  expect(succeed(query(before), status, NOW).state).toBe(after);
});

test.each([
  ['running', 'failed', 'failed'],
  ['fetching', 'failed', 'failed'],
  ['running', 'timed_out', 'timed_out'],
  ['stopped', 'failed', 'stopped'],
  ['stopped', 'timed_out', 'stopped'],
] as const)('[4.9-04] %s and a failure %s: %s', (before, failure, after) => {
  expect(fail(query(before), failure, NOW).state).toBe(after);
});

test('[4.9-05] requesting results sets fetching, a stop sets stopped and clears them', () => {
  expect(requestResults(query('success')).state).toBe('fetching');
  expect(stop(query('running'), NOW)).toMatchObject({ state: 'stopped', results: [], endedAt: NOW });
});

describe('[4.9-06] a refresh', () => {
  test.each(queryStates)('does not overwrite a stopped or failed query with %s', (told) => {
    expect([refreshedState('stopped', told), refreshedState('failed', told)]).toEqual(['stopped', 'failed']);
  });
  test.each(['fetching', 'success', 'running'] as const)('keeps %s rather than downgrading to success', (before) => {
    expect(refreshedState(before, 'success')).toBe(before);
  });
  test.each([
    [null, 'success', 'success'],
    ['pending', 'success', 'success'],
    ['started', 'success', 'success'],
    ['running', 'failed', 'failed'],
    ['fetching', 'timed_out', 'timed_out'],
    ['pending', 'running', 'running'],
    ['success', 'stopped', 'stopped'],
  ] as const)('turns %s reported %s into %s', (before, told, after) => {
    expect(refreshedState(before, told)).toBe(after);
  });
});

test.each([
  ['running', 5001, 0, false],
  ['pending', 5001, 0, false],
  ['running', 5000, 0, true],
  ['running', 5001, 1, true],
  ['fetching', 9000, 0, true],
  ['success', 9000, 0, true],
] as const)('[4.9-07] %s for %s ms at progress %s stays: %s', (state, ms, progress, stays) => {
  expect(clearInactive([{ state, progress, startedAt: NOW - ms }], NOW, 5000)).toHaveLength(stays ? 1 : 0);
});

test.each([
  ['offline', 'danger'],
  ['failed', 'danger'],
  ['stopped', 'danger'],
  ['pending', 'info'],
  ['fetching', 'info'],
  ['running', 'warning'],
  ['success', 'success'],
] as const)('[4.9-08] %s is %s', (state, tone) => {
  expect(toneOfState(state)).toBe(tone);
});

test('a state of the answer itself moves on and never back', () => {
  expect(tellState(query('pending'), 'running', NOW).state).toBe('running');
  expect(tellState(query('success'), 'running', NOW).state).toBe('success');
  expect(tellState(query('running'), 'stopped', NOW)).toMatchObject({ state: 'stopped', results: [] });
  expect(tellState(query('stopped'), 'success', NOW).state).toBe('stopped');
  expect(tellState(query('running'), 'timed_out', NOW)).toMatchObject({ state: 'timed_out', endedAt: NOW });
  expect(tellState(query('running', { endedAt: 7 }), 'success', NOW).endedAt).toBe(7);
});
