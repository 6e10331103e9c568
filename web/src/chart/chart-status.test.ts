import { expect, test } from 'vitest';
import {
  chartReducer,
  chartStatuses,
  emptyChart,
  keepsPicture,
  type ChartEvent,
  type ChartFailure,
  type ChartState,
} from './chart-status.ts';

const failure: ChartFailure = {
  message: 'Columns missing in dataset: x',
  detail: null,
  hasStack: false,
  code: 'columns_missing',
  isUnanswered: false,
  hints: [],
};
const play = (...events: readonly ChartEvent[]): ChartState => events.reduce(chartReducer, emptyChart);
const started = (request: number): ChartEvent => ({ type: 'update_started', request, now: 1000 });
const succeeded = (request: number): ChartEvent => ({ type: 'update_succeeded', request, now: 1250 });

test('[4.1-01] a chart is empty before its first load, and knows six states', () => {
  expect(emptyChart.status).toBe('empty');
  expect([...chartStatuses].sort()).toEqual(['empty', 'failed', 'loading', 'rendered', 'stopped', 'success']);
});

test('[4.1-02] started, succeeded, drawn: loading, success, rendered', () => {
  expect(play(started(1)).status).toBe('loading');
  expect(play(started(1), succeeded(1))).toMatchObject({ status: 'success', startedAt: 1000, endedAt: 1250 });
  expect(play(started(1), succeeded(1), { type: 'rendering_succeeded' }).status).toBe('rendered');
});

test('marks that appear before the answer do not make a chart rendered', () => {
  expect(play(started(1), { type: 'rendering_succeeded' }).status).toBe('loading');
});

test('[4.1-03] a failed drawing says so with its reason', () => {
  const state = play(started(1), succeeded(1), { type: 'rendering_failed', reason: 'no axis', stack: 'at x' });
  expect(state.status).toBe('failed');
  expect(state.failure).toMatchObject({
    message: 'An error occurred while rendering the visualization: no axis',
    detail: 'at x',
  });
});

test('[4.1-04] a stop gives "Updating chart was stopped"', () => {
  const state = play(started(1), { type: 'update_stopped', now: 1100 });
  expect(state).toMatchObject({ status: 'stopped', endedAt: 1100 });
  expect(state.failure?.message).toBe('Updating chart was stopped');
});

test('a stop after the answer changes nothing', () => {
  const state = play(started(1), succeeded(1));
  expect(chartReducer(state, { type: 'update_stopped', now: 2000 })).toBe(state);
});

test('[4.1-05] a failed update keeps the first error of the response', () => {
  const state = play(started(1), { type: 'update_failed', request: 1, now: 1200, failure });
  expect(state).toMatchObject({ status: 'failed', failure: { message: 'Columns missing in dataset: x' } });
});

test('an error takes the place of the picture, but not one that says that nothing could be asked', () => {
  const failed = (isUnanswered: boolean) =>
    play(started(1), { type: 'update_failed', request: 1, now: 1200, failure: { ...failure, isUnanswered } });
  expect([failed(false), failed(true)].map(keepsPicture)).toEqual([false, true]);
  expect(keepsPicture(play(started(1), succeeded(1), { type: 'rendering_failed', reason: 'x', stack: null }))).toBe(
    false,
  );
  expect([play(started(1)), play(started(1), { type: 'update_stopped', now: 1100 })].map(keepsPicture)).toEqual([
    true,
    true,
  ]);
});

test('[4.1-06] another dataset clears a chart whose drawing broke, not one whose query failed', () => {
  const broken = play(started(1), succeeded(1), { type: 'rendering_failed', reason: 'x', stack: 'at y' });
  expect(chartReducer(broken, { type: 'datasource_changed' })).toEqual(emptyChart);
  const failed = play(started(1), { type: 'update_failed', request: 1, now: 1200, failure });
  expect(chartReducer(failed, { type: 'datasource_changed' })).toBe(failed);
});

test('[4.1-07] a triggered drawing goes through success again, and a removed chart is empty', () => {
  const drawn = play(started(1), succeeded(1), { type: 'rendering_succeeded' });
  expect(chartReducer(drawn, { type: 'render_triggered' }).status).toBe('success');
  expect(chartReducer(drawn, { type: 'removed' })).toEqual(emptyChart);
});

test('the latest request wins: an older answer or error is dropped', () => {
  expect(play(started(1), started(2), succeeded(1)).status).toBe('loading');
  expect(
    play(started(1), started(2), succeeded(2), { type: 'update_failed', request: 1, now: 1300, failure }).status,
  ).toBe('success');
});

test('an answer that comes after the stop is dropped', () => {
  expect(play(started(1), { type: 'update_stopped', now: 1100 }, succeeded(1)).status).toBe('stopped');
});
