import { plugins } from '@tessera/viz/registry';
import { expect, test } from 'vitest';
import { readerControls } from './reader-form.ts';

test('an area chart with extra controls leaves its stack to readers', async () => {
  const viz = await plugins.echarts_area.load();
  expect(readerControls(viz, { stack: 'Expand' })).toEqual([]);
  const [control, ...more] = readerControls(viz, { stack: 'Expand', show_extra_controls: true });
  expect(more).toEqual([]);
  expect(control).toMatchObject({ name: 'stack', value: 'Expand' });
  expect(control?.choices.map(({ value }) => value)).toEqual([null, 'Stack', 'Stream', 'Expand']);
  expect(readerControls(viz, { show_extra_controls: true })[0]?.value).toBeNull();
});

test('other types leave nothing to readers', async () => {
  const viz = await plugins.echarts_timeseries_bar.load();
  expect(readerControls(viz, { show_extra_controls: true })).toEqual([]);
});
