import { categoricalColors, DEFAULT_CATEGORICAL_SCHEME } from './categorical.ts';
import { expect, test } from 'vitest';
import { createColorScope } from './color-scope.ts';
import { colorsForChart, dashboardColors, cacheColors, cachedColors } from './dashboard-colors.ts';

test('[3.7-02] colours by name, chosen and stored, are read; what is no colour text is left out', () => {
  expect(
    dashboardColors({
      map_label_colors: { Oslo: '#111111', Rome: '#222222', bad: 3 },
      label_colors: { Oslo: '#333333' },
      color_scheme_domain: ['#000000', 1],
    }),
  ).toEqual({
    labelColors: { Oslo: '#333333' },
    keptColors: { Oslo: '#111111', Rome: '#222222' },
    domain: ['#000000'],
  });
  expect(dashboardColors({ label_colors: null, map_label_colors: [] })).toEqual({
    labelColors: {},
    keptColors: {},
    domain: [],
  });
});

const scheme = DEFAULT_CATEGORICAL_SCHEME;

test('[4.5-09] a chart that is opened from a dashboard has the colours that its names had there', () => {
  const settings = dashboardColors({ label_colors: { Rome: '#123456' } });
  const there = createColorScope({ source: 'dashboard', ...settings, order: [1, 2] });
  for (const name of ['Oslo', 'Bern', 'Rome', 'Kyiv']) there.color(1, scheme, name, 'light', {});
  cacheColors(7, () => ({ ...settings, keptColors: there.map().colors }));
  expect(cachedColors(8)).toBeNull();
  const here = createColorScope({ source: 'explore', ...(cachedColors(7) ?? settings), order: [] });
  // Alone the chart would begin with Kyiv.
  const kyiv = categoricalColors(scheme, 'light')[3];
  expect([
    here.color(2, scheme, 'Kyiv', 'light', {}),
    here.color(2, scheme, 'Rome', 'dark', {}),
    here.color(2, scheme, 'Oslo', 'dark', {}),
  ]).toEqual([kyiv, '#123456', categoricalColors(scheme, 'dark')[0]]);
});

test('a palette that a user chooses shows, though the dashboard has a scheme of its own', () => {
  const own = dashboardColors({
    label_colors: { Rome: '#123456' },
    map_label_colors: { Oslo: '#000001' },
    color_scheme_domain: ['#000001', '#000002'],
  });
  expect(colorsForChart(own, false)).toBe(own);
  expect(colorsForChart(own, true)).toEqual({ labelColors: { Rome: '#123456' }, keptColors: {}, domain: [] });
  const scope = createColorScope({ source: 'explore', ...colorsForChart(own, true), order: [] });
  expect([scope.color(1, scheme, 'Oslo', 'light', {}), scope.color(1, scheme, 'Rome', 'light', {})]).toEqual([
    categoricalColors(scheme, 'light')[0],
    '#123456',
  ]);
  // Without a scheme of its own the names keep their places in whichever palette.
  const plain = dashboardColors({ map_label_colors: { Oslo: '#000001' } });
  expect(colorsForChart(plain, true)).toBe(plain);
});
