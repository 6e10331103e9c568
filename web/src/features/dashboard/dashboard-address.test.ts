import { expect, test } from 'vitest';
import { linkParameters, readDashboardAddress, withoutReadOnce } from './dashboard-address.ts';

const read = (search: string) => readDashboardAddress(new URLSearchParams(search));

test('[2.2-01] [6.0-06] the bit mask hides title, tabs, navigation and chart controls', () => {
  expect(read('')).toMatchObject({ hidesTitle: false, hidesTabs: false, hidesChartControls: false });
  expect(read('uiConfig=1')).toMatchObject({ hidesTitle: true, hidesTabs: false, hidesChartControls: false });
  expect(read('uiConfig=2')).toMatchObject({ hidesTitle: false, hidesTabs: true });
  expect(read('uiConfig=4')).toMatchObject({ hidesNavigation: true, hidesTitle: false });
  expect(read('uiConfig=8')).toMatchObject({ hidesTabs: false, hidesChartControls: true });
  expect(read('uiConfig=11')).toMatchObject({ hidesTitle: true, hidesTabs: true, hidesChartControls: true });
  expect(read('uiConfig=x')).toMatchObject({ hidesTitle: false });
});

test('[2.2-07] standalone modes hide the title from 2 on', () => {
  expect(read('standalone=0')).toMatchObject({ hidesNavigation: false });
  expect(read('standalone=1')).toMatchObject({ hidesNavigation: true, hidesTitle: false });
  expect(read('standalone=true')).toMatchObject({ hidesTitle: false });
  expect(read('standalone=2')).toMatchObject({ hidesTitle: true, hidesChartControls: false });
  expect(read('standalone=3')).toMatchObject({ hidesTitle: true, hidesChartControls: true });
});

test('[2.2-02] [2.2-04] focused chart and edit are read once and then leave the address', () => {
  const search = new URLSearchParams('edit=true&focused_chart=12&region=EU');
  expect(readDashboardAddress(search)).toMatchObject({ edit: true, focusedChart: 12 });
  expect(withoutReadOnce(search).toString()).toBe('region=EU');
});

test('a link keeps the parameters of others only', () => {
  expect(linkParameters(new URLSearchParams('permalink_key=a&native_filters=b&region=EU&standalone=1'))).toEqual([
    ['region', 'EU'],
    ['standalone', '1'],
  ]);
});
