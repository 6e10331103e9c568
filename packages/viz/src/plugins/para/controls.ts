import { DEFAULT_SEQUENTIAL_SCHEME } from '@tessera/core/colors/sequential';
import type { RawForm } from '@tessera/core/form-data';
import { msg } from '@tessera/core/messages';
import { seriesLimit } from '../../bundles/series-limit.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, hasValue, orderDesc, rowLimit } from '../../shared/controls.ts';

export const paraControls = {
  series: { kind: 'column', label: msg('Series'), hint: msg('One line for each of its values.') },
  metrics: { kind: 'metrics', label: msg('Metrics'), hint: msg('One axis for each, in this order.'), required: true },
  secondary_metric: {
    kind: 'metric',
    label: msg('Color metric'),
    hint: msg('The metric that the color of a line stands for.'),
  },
  adhoc_filters: adhocFilters,
  limit: seriesLimit.controls.limit,
  row_limit: rowLimit,
  timeseries_limit_metric: seriesLimit.controls.timeseries_limit_metric,
  order_desc: orderDesc,

  show_datatable: {
    kind: 'bool',
    label: msg('Data table'),
    hint: msg('Show the values of the first rows below their axes.'),
    default: false,
    renderOnly: true,
  },
  include_series: {
    kind: 'bool',
    label: msg('Include series'),
    hint: msg('Show the names of the series as an axis of their own.'),
    default: false,
    renderOnly: true,
  },
  linear_color_scheme: {
    kind: 'color_scheme',
    label: msg('Color scale'),
    scale: 'sequential',
    default: DEFAULT_SEQUENTIAL_SCHEME,
    renderOnly: true,
    visible: (form) => hasValue(form, 'secondary_metric'),
  },
} as const satisfies Readonly<Record<string, Control>>;

export type ParaForm = FormOf<typeof paraControls>;

export const paraSections: readonly Section<typeof paraControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'series',
      'metrics',
      'secondary_metric',
      'adhoc_filters',
      'limit',
      'row_limit',
      'timeseries_limit_metric',
      'order_desc',
    ],
  },
  { tab: 'customize', label: msg('Options'), controls: ['show_datatable', 'include_series', 'linear_color_scheme'] },
];

export const paraDefaults: RawForm = {
  order_desc: true,
  row_limit: 10_000,
  show_datatable: false,
  include_series: false,
};
