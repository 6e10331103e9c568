import { categoricalColors, DEFAULT_CATEGORICAL_SCHEME, FAR_APART } from './categorical.ts';
import { expect, test, vi } from 'vitest';
import { createColorScope, type ScopeSettings } from './color-scope.ts';

const palette = categoricalColors('tessera', 'light');
const settings: ScopeSettings = {
  source: 'dashboard',
  labelColors: {},
  keptColors: {},
  domain: [],
  order: [11, 12, 13],
};
const draw = (scope: ReturnType<typeof createColorScope>, chartId: number, names: readonly string[]) => {
  const colors = names.map((name) => scope.color(chartId, 'tessera', name, 'light', {}));
  scope.drawn(chartId);
  return colors;
};
const lookAll = (scope: ReturnType<typeof createColorScope>) =>
  ['CA', 'NY', 'TX', 'WA'].map((name) => scope.color(13, 'tessera', name, 'light', {}));

test('[4.5-09] on a dashboard the order of loading does not decide about colours', () => {
  const charts: [number, readonly string[]][] = [
    [11, ['CA', 'NY']],
    [12, ['NY', 'TX']],
    [13, ['WA']],
  ];
  const forwards = createColorScope(settings);
  const backwards = createColorScope(settings);
  for (const [id, names] of charts) draw(forwards, id, names);
  for (const [id, names] of charts.toReversed()) draw(backwards, id, names);
  expect(lookAll(backwards)).toEqual(lookAll(forwards));
  expect(lookAll(forwards)).toEqual(palette.slice(0, 4));
});

test('[4.5-09] charts that are on screen are notified when their colours moved, and only then', () => {
  const scope = createColorScope(settings);
  const told = vi.fn<() => void>();
  scope.subscribe(told);
  draw(scope, 12, ['NY', 'TX']);
  expect(scope.version(12)).toBe(0);
  draw(scope, 11, ['CA']);
  expect([scope.version(12), told.mock.calls.length]).toEqual([1, 2]);
  draw(scope, 13, ['WA']);
  draw(scope, 12, ['NY', 'TX']);
  expect([11, 12, 13].map(scope.version)).toEqual([0, 1, 0]);
});

test('[4.5-09] a name that a chart meets later comes last: nothing on screen changes its colour', () => {
  const scope = createColorScope(settings);
  draw(scope, 11, ['CA']);
  draw(scope, 12, ['TX']);
  draw(scope, 11, ['CA', 'NY']);
  expect(scope.version(11)).toBe(0);
  expect(scope.map()).toEqual({ colors: { CA: palette[0], TX: palette[1], NY: palette[2] }, shared: [] });
});

test('[4.5-09] after a reload the stored map gives the same colours, in each theme its own', () => {
  const before = createColorScope(settings);
  draw(before, 13, ['WA', 'CA']);
  draw(before, 12, ['WA']);
  const kept = before.map();
  expect(kept.shared).toEqual(['WA']);
  const after = createColorScope({ ...settings, keptColors: kept.colors });
  draw(after, 11, ['OR']);
  for (const name of ['WA', 'CA'])
    expect(after.color(11, 'tessera', name, 'light', {})).toBe(before.color(13, 'tessera', name, 'light', {}));
  expect(after.color(12, 'tessera', 'CA', 'dark', {})).toBe(
    categoricalColors('tessera', 'dark')[palette.indexOf(kept.colors['CA'] ?? '')],
  );
});

test('what an author chose wins over what was stored, and what the chart itself says over both', () => {
  const scope = createColorScope({
    ...settings,
    labelColors: { CA: '#111111' },
    keptColors: { CA: '#222222', NY: '#333333' },
  });
  expect(['CA', 'NY'].map((name) => scope.color(11, 'tessera', name, 'light', {}))).toEqual(['#111111', '#333333']);
  expect(scope.color(11, 'tessera', 'CA', 'light', { CA: '#444444' })).toBe('#444444');
});

test('names of one chart have colours that are far apart, whatever its dashboard shows besides', () => {
  const scope = createColorScope(settings);
  const first = Array.from({ length: 12 }, (_, at) => `first ${at}`);
  draw(scope, 11, first);
  // The twelfth looks like the second: what stands beside the second is none of its kind.
  const beside = draw(scope, 12, ['first 1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  const kinds = beside.map((color) => palette.indexOf(color) % FAR_APART);
  expect(new Set(kinds).size).toBe(10);
  expect(new Set(draw(scope, 13, ['first 11', 'j', 'k', 'l']).map((color) => palette.indexOf(color) % 10)).size).toBe(
    4,
  );
  const backwards = createColorScope(settings);
  draw(backwards, 12, ['first 1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i']);
  draw(backwards, 11, first);
  expect(draw(backwards, 12, ['first 1', 'a', 'b', 'c', 'd', 'e', 'f', 'g', 'h', 'i'])).toEqual(beside);
});

test('[4.5-09] a chart in explore has a map of its own', () => {
  const scope = createColorScope({ ...settings, source: 'explore', order: [] });
  expect(draw(scope, 12, ['NY', 'CA'])).toEqual(palette.slice(0, 2));
});

test('[4.5-09] a colour from elsewhere is preserved as it is when a chart draws its name', () => {
  const scope = createColorScope({ ...settings, keptColors: { NY: '#333333' } });
  scope.color(11, DEFAULT_CATEGORICAL_SCHEME, 'NY', 'light', {});
  expect(scope.map().colors['NY']).toBe('#333333');
});
