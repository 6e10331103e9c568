import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COLOR_SAVE_MS, colorsToKeep, debounced } from './label-colors.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('[9.0-34] colours are stored 500 ms after the last new one', () => {
  expect(COLOR_SAVE_MS).toBe(500);
  const keep = vi.fn<() => void>();
  const { call, cancel } = debounced(keep, COLOR_SAVE_MS);
  call();
  vi.advanceTimersByTime(499);
  call();
  vi.advanceTimersByTime(499);
  expect(keep).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(keep).toHaveBeenCalledTimes(1);
  call();
  cancel();
  vi.advanceTimersByTime(1000);
  expect(keep).toHaveBeenCalledTimes(1);
});

test('[7.4-06] only what the dashboard does not know is stored, and nothing that it knows is dropped', () => {
  const known = { map_label_colors: { CA: '#138297', Old: '#d07800' }, shared_label_colors: ['Old'] };
  expect(colorsToKeep(known, { colors: { CA: '#138297' }, shared: ['CA'] })).toBeNull();
  expect(colorsToKeep(known, { colors: { CA: '#138297', NY: '#598af3' }, shared: ['CA'] })).toEqual({
    map_label_colors: { CA: '#138297', Old: '#d07800', NY: '#598af3' },
    shared_label_colors: ['Old', 'CA'],
  });
  expect(colorsToKeep({}, { colors: {}, shared: [] })).toBeNull();
});
