import { expect, test } from 'vitest';
import { splitLayers } from './use-annotations.ts';

const layer = (annotationType: string, more: object = {}) => ({ name: 'L', annotationType, sourceType: 'NATIVE', value: 1, ...more });

test('[7.1-03] the chart asks without its layers; those that need records are asked for apart, formulas and hidden ones not at all', () => {
  const event = layer('EVENT');
  const { queries, layers } = splitLayers([{ columns: ['a'], annotation_layers: [event, layer('FORMULA'), layer('INTERVAL', { show: false }), { junk: true }] }, { columns: ['b'] }]);
  expect(queries).toEqual([{ columns: ['a'], annotation_layers: [] }, { columns: ['b'], annotation_layers: [] }]);
  expect(layers).toEqual([event]);
  expect(splitLayers([])).toEqual({ queries: [], layers: [] });
});
