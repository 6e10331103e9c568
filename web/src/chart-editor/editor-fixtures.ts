import { defineViz } from '@tessera/viz/define';
import { erase } from '@tessera/viz/erase';
import type { DatasetFields } from '../controls/fields.ts';

/** Two small chart types and a dataset for tests of the page's rules; the real types have tests of their own. */

const column = (name: string, kind: 'string' | 'numeric' | 'temporal') =>
  ({
    name,
    label: name,
    kind,
    type: null,
    groupable: true,
    filterable: true,
    expression: null,
    description: null,
    certifiedBy: null,
  }) as const;

export const flights: DatasetFields = {
  id: 7,
  type: 'table',
  name: 'flights',
  schema: 'main',
  databaseId: 1,
  databaseName: 'samples',
  description: null,
  isVirtual: false,
  columns: [column('date', 'temporal'), column('origin', 'string'), column('delay', 'numeric')],
  metrics: [
    { name: 'count', label: 'Flights', expression: 'COUNT(*)', description: null, certifiedBy: null, warning: null },
  ],
  grains: [{ value: 'P1D', label: 'Day' }],
  mainTimeColumn: 'date',
  additiveColumns: [],
};

export const trips: DatasetFields = {
  ...flights,
  id: 8,
  name: 'trips',
  columns: [column('date', 'temporal'), column('city', 'string')],
  metrics: [],
};

export const lines = erase(
  defineViz({
    type: 'lines',
    controls: {
      x_axis: { kind: 'column', label: 'X axis', required: true, initial: (panel) => panel.mainTimeColumn ?? null },
      metrics: { kind: 'metrics', label: 'Metrics', required: true },
      groupby: { kind: 'columns', label: 'Dimensions' },
      adhoc_filters: { kind: 'filters', label: 'Filters' },
      sort_metric: { kind: 'metric', label: 'Sort by' },
      order_desc: {
        kind: 'bool',
        label: 'Sort descending',
        default: true,
        visible: (form) => Boolean(form['sort_metric']),
      },
      row_limit: { kind: 'row_limit', label: 'Row limit', choices: [10, 100], default: 100 },
      opacity: { kind: 'slider', label: 'Opacity', min: 0, max: 1, step: 0.1, default: 0.2, renderOnly: true },
    },
    roles: { x: 'x_axis', y: 'metrics', series: 'groupby', order: 'sort_metric', filters: 'adhoc_filters' },
    sections: [],
    defaults: {},
    buildQueries: (form) => [
      {
        columns: form.x_axis === null ? [...form.groupby] : [form.x_axis, ...form.groupby],
        metrics: [...form.metrics],
        row_limit: form.row_limit,
      },
    ],
    describe: () => 'Lines',
    drawing: { kind: 'option', toOption: () => ({}), parts: () => Promise.resolve({ echartsParts: [] }) },
  }),
);

export const ring = erase(
  defineViz({
    type: 'ring',
    controls: {
      metric: { kind: 'metric', label: 'Metric', required: true },
      groupby: { kind: 'columns', label: 'Dimensions' },
      adhoc_filters: { kind: 'filters', label: 'Filters' },
      row_limit: { kind: 'row_limit', label: 'Row limit', choices: [10, 100], default: 10 },
      donut: { kind: 'bool', label: 'Donut', default: false, renderOnly: true },
    },
    roles: { series: 'groupby', value: 'metric', filters: 'adhoc_filters' },
    sections: [],
    defaults: {},
    buildQueries: (form) => [{ columns: [...form.groupby], metrics: form.metric === null ? [] : [form.metric] }],
    describe: () => 'Ring',
    drawing: { kind: 'option', toOption: () => ({}), parts: () => Promise.resolve({ echartsParts: [] }) },
  }),
);
