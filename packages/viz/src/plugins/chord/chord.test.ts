import { expect, test } from 'vitest';
import type { RawForm } from '@tessera/core/form-data';
import { erase } from '../../erase.ts';
import { NO_INPUTS } from '../../inputs.ts';
import { contextOf } from '../../testing/golden.ts';
import { resultOf } from '../../testing/tables.ts';
import { layOutChord } from './layout.ts';
import { chord } from './index.ts';

const viz = erase(chord);
const form: RawForm = { groupby: 'from', columns: 'to', metric: 'count' };
const results = [
  resultOf({ 'from:string': ['A', 'B', 'A'], 'to:string': ['B', null, 'A'], 'count:numeric': [3, 2, 1] }),
];

function send(key: string) {
  const mark = viz.marks(results, form, contextOf({})).find((one) => one.key === key);
  return mark ? viz.select({ kind: 'select', mark, isAdded: false }, results, form, NO_INPUTS) : null;
}

test('a node filters its column, a flow both, and a node that nothing begins at the targets', () => {
  expect(send('node A')).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'from', op: 'IN', val: ['A'] }] } },
  });
  expect(send('flow ["A","B"]')).toMatchObject({
    mask: {
      extraFormData: {
        filters: [
          { col: 'from', op: 'IN', val: ['A'] },
          { col: 'to', op: 'IN', val: ['B'] },
        ],
      },
    },
  });
  expect(send('node <NULL>')).toMatchObject({
    mask: { extraFormData: { filters: [{ col: 'to', op: 'IS NULL' }] } },
  });
});

test('arcs are as long as what leaves and what reaches them, and fill the circle', () => {
  const node = { cell: null, isSource: true, members: 0 };
  const { arcs, ribbons } = layOutChord({
    nodes: [
      { ...node, name: 'A', out: 3, into: 0 },
      { ...node, name: 'B', out: 0, into: 3 },
    ],
    flows: [{ from: 0, to: 1, value: 3 }],
    addsUp: true,
    negative: 0,
    missing: 0,
    cut: 0,
  });
  const [a, b] = arcs.map(({ from, to }) => to - from);
  expect(a).toBeCloseTo(b ?? 0);
  expect((a ?? 0) * 2).toBeGreaterThan(6);
  expect(ribbons[0]?.source).toEqual(arcs[0]);
});

test('rows without a width are a cause in words', () => {
  const zero = [resultOf({ 'from:string': ['A'], 'to:string': ['B'], 'count:numeric': [0] })];
  expect(viz.whyEmpty(zero, form)).toContain('negative or zero');
  expect(viz.whyEmpty(results, form)).toBeNull();
});
