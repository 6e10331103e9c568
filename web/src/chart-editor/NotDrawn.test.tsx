import { plugins } from '@tessera/viz/registry';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { NotDrawn } from './NotDrawn.tsx';

test('what a saved chart asks and its type cannot do is said with its names', async () => {
  const viz = await plugins.pie.load();
  const page = (form: Readonly<Record<string, unknown>>) => renderToStaticMarkup(<NotDrawn form={form} viz={viz} />);
  expect(page({ rolling_type: 'mean', rolling_periods: 7 })).toContain(
    'This chart was saved with Rolling window: mean of 7. It is kept, but not drawn by this version.',
  );
  expect(page({ rolling_type: null, comparison_type: 'values' })).toBe('');
});

test('charts over time draw all that is asked of them', async () => {
  const form = {
    rolling_type: 'mean',
    rolling_periods: 7,
    time_compare: ['1 year ago'],
    comparison_type: 'values',
    resample_rule: '1D',
    resample_method: 'ffill',
    contributionMode: 'row',
    forecastEnabled: true,
    limit: 5,
    group_others_when_limit_reached: true,
  };
  for (const type of ['echarts_timeseries_line', 'echarts_timeseries_bar', 'echarts_area'] as const)
    expect(renderToStaticMarkup(<NotDrawn form={form} viz={await plugins[type].load()} />)).toBe('');
});
