import { expect, test } from 'vitest';
import { comingSelections } from './coming.ts';
import type { ChartEvent, Outcome } from './events.ts';
import type { Mark } from './marks.ts';

const mark = (at: number, more: Partial<Mark> = {}): Mark => ({
  key: String(at),
  name: `mark ${at}`,
  series: null,
  datum: {},
  filters: [{ col: 'device', val: at % 2 === 0 ? 'tv' : null }],
  ...more,
});
const nothing = (): Outcome => null;
const interval = (event: ChartEvent): Outcome =>
  event.kind === 'brush'
    ? {
        kind: 'data_mask',
        mask: {
          extraFormData: {
            filters: [
              { col: 'amount', op: '>=', val: event.from },
              { col: 'amount', op: '<', val: event.to + 1 },
            ],
          },
          filterState: {},
        },
      }
    : null;

test('what clicks may send is one list of values for each column', () => {
  expect(comingSelections([mark(0), mark(1), mark(2)], nothing)).toEqual([
    [{ col: 'device', op: 'IN', val: ['tv', null] }],
  ]);
  const grained = mark(0, { filters: [{ col: 'ts', val: 5, grain: 'P1D' }] });
  expect(comingSelections([grained], nothing)).toEqual([[{ col: 'ts', op: 'IN', val: [5], grain: 'P1D' }]]);
});

test('what a brush may send is where each place of the axis begins and ends', () => {
  const bins = [0, 1, 2].map((at) => mark(at, { filters: [], place: { value: at, name: '' } }));
  const [coming] = comingSelections(bins, interval);
  expect(coming?.map(({ op, val }) => `${op} ${String(val)}`)).toEqual(['>= 0', '< 1', '>= 1', '< 2', '>= 2', '< 3']);
});

test('nobody prepares for what has hundreds of values, or for nothing', () => {
  const many = Array.from({ length: 501 }, (_, at) => mark(at, { filters: [{ col: 'id', val: at }] }));
  expect(comingSelections(many, nothing)).toEqual([]);
  expect(comingSelections([mark(0, { filters: [] })], nothing)).toEqual([]);
});
