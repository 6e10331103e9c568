import { expect, test } from 'vitest';
import { splitLayers } from './layers.ts';

const layer = (annotationType: string, more: object = {}) => ({
  name: 'L',
  annotationType,
  sourceType: 'NATIVE',
  value: 1,
  ...more,
});

test('[7.1-03] the chart asks without its layers; those that are shown are asked for, or read, apart', () => {
  const event = layer('EVENT');
  const formula = layer('FORMULA', { value: '2 +' });
  const { queries, layers } = splitLayers([
    { columns: ['a'], annotation_layers: [event, formula, layer('INTERVAL', { show: false }), { junk: true }] },
    { columns: ['b'] },
  ]);
  expect(queries).toEqual([
    { columns: ['a'], annotation_layers: [] },
    { columns: ['b'], annotation_layers: [] },
  ]);
  expect(layers).toEqual([event, { ...formula, name: 'L (2)' }]);
  // A hidden layer holds its name too, as it does for what is drawn.
  expect(splitLayers([{ annotation_layers: [layer('EVENT', { show: false }), event] }]).layers).toEqual([
    { ...event, name: 'L (2)' },
  ]);
  expect(splitLayers([])).toEqual({ queries: [], layers: [] });
});
