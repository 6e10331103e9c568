import { expect, test } from 'vitest';
import { panelContext } from '../../controls/fields.ts';
import { flights, lines, ring } from '../../chart-editor/editor-fixtures.ts';
import { placeField } from './place-field.ts';
import type { AnyViz } from '@tessera/viz/erase';

const withSections = (viz: AnyViz): AnyViz => ({
  ...viz,
  sections: [{ tab: 'data', label: 'Query', controls: Object.keys(viz.controls) }],
});
const place = (kind: 'column' | 'metric', name: string, form: Record<string, unknown>, viz = lines) =>
  placeField({ kind, name }, withSections(viz), form, flights, panelContext(flights));

test('a field fills an empty required place before it joins a list', () => {
  expect(place('column', 'date', {})).toEqual({ key: 'x_axis', value: 'date' });
  expect(place('column', 'origin', { x_axis: 'date' })).toEqual({ key: 'groupby', value: ['origin'] });
});

test('a metric joins the metrics, a number becomes its sum', () => {
  expect(place('metric', 'count', { metrics: [] })).toEqual({ key: 'metrics', value: ['count'] });
  expect(place('column', 'delay', { metrics: ['count'] })).toMatchObject({
    key: 'metrics',
    value: ['count', { aggregate: 'SUM', label: 'SUM(delay)' }],
  });
});

test('a number goes where numbers are asked for, and a word does not', () => {
  const histogram: AnyViz = {
    ...lines,
    controls: {
      column: { kind: 'column', label: 'Column', numericOnly: true, required: true },
      groupby: { kind: 'columns', label: 'Dimensions' },
    },
  };
  expect(place('column', 'delay', {}, histogram)).toEqual({ key: 'column', value: 'delay' });
  expect(place('column', 'delay', { column: 'distance' }, histogram)).toEqual({ key: 'column', value: 'delay' });
  expect(place('column', 'origin', {}, histogram)).toEqual({ key: 'groupby', value: ['origin'] });
});

test('a single place is replaced', () => {
  expect(place('metric', 'count', { metric: 'other' }, ring)).toEqual({ key: 'metric', value: 'count' });
});
