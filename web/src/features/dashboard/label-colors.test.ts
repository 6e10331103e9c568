import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { COLOR_SAVE_MS, colorsToKeep, dashboardColors, debounced } from './label-colors.ts';

beforeEach(() => vi.useFakeTimers());
afterEach(() => vi.useRealTimers());

test('[3.7-02] colours by name, chosen and kept, are read; what is no colour text is left out', () => {
  expect(dashboardColors({ map_label_colors: { Oslo: '#111111', Rome: '#222222', bad: 3 }, label_colors: { Oslo: '#333333' }, color_scheme_domain: ['#000000', 1] })).toEqual({
    labelColors: { Oslo: '#333333' }, keptColors: { Oslo: '#111111', Rome: '#222222' }, domain: ['#000000'],
  });
  expect(dashboardColors({ label_colors: null, map_label_colors: [] })).toEqual({ labelColors: {}, keptColors: {}, domain: [] });
});

test('[9.0-34] colours are kept 500 ms after the last new one', () => {
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

test('[7.4-06] only what the dashboard does not know is kept, and nothing that it knows is dropped', () => {
  const known = { map_label_colors: { CA: '#138297', Old: '#d07800' }, shared_label_colors: ['Old'] };
  expect(colorsToKeep(known, { colors: { CA: '#138297' }, shared: ['CA'] })).toBeNull();
  expect(colorsToKeep(known, { colors: { CA: '#138297', NY: '#598af3' }, shared: ['CA'] })).toEqual({ map_label_colors: { CA: '#138297', Old: '#d07800', NY: '#598af3' }, shared_label_colors: ['Old', 'CA'] });
  expect(colorsToKeep({}, { colors: {}, shared: [] })).toBeNull();
});
