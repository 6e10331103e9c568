import type { Layout } from '@tessera/core/layout/types';
import { expect, test } from 'vitest';
import { readAddressedMasks, readPreselected } from './loaded-masks.ts';

const layout = {
  'CHART-a': { id: 'CHART-a', type: 'CHART', children: [], meta: { chartId: 7 } },
} as unknown as Layout;

test('[2.2-03] values by chart and column act as selections on the charts that are there', () => {
  const said = readPreselected(
    '{"7":{"region":["EU","US"],"year":2001,"__time_range":"Last week"},"8":{"a":1}}',
    layout,
  );
  expect(said).toEqual({
    masks: {
      '7': {
        id: '7',
        extraFormData: {
          filters: [
            { col: 'region', op: 'IN', val: ['EU', 'US'] },
            { col: 'year', op: 'IN', val: [2001] },
          ],
        },
        filterState: { value: ['EU', 'US', 2001], label: 'EU, US, 2001' },
      },
    },
    isUnread: false,
  });
});

test.each(['[1]', '7', '{"7":'])('[2.2-03] what nobody can read is said, and nothing is set: %s', (text) => {
  expect(readPreselected(text, layout)).toEqual({ masks: null, isUnread: true });
});

test('[2.2-06] masks of an address come in rison and in JSON', () => {
  const masks = { f: { id: 'f', filterState: { value: ['EU'], isOn: true, count: 3 } } };
  expect(readAddressedMasks(JSON.stringify(masks))).toEqual({ masks, isUnread: false });
  expect(readAddressedMasks('(f:(id:f,filterState:(value:!(EU),isOn:!t,count:3)))')).toEqual({
    masks,
    isUnread: false,
  });
  expect(readAddressedMasks('')).toEqual({ masks: null, isUnread: false });
});
