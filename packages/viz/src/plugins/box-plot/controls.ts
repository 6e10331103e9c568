import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, SERIES_LIMITS, TITLE_MARGINS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, numberFormat, timeFormat, timeGrain } from '../../shared/controls.ts';
import { ticksLayout } from '../../shared/ticks.ts';

const WHISKERS = labelled(
  ['Tukey', msg('Tukey')],
  ['Min/max (no outliers)', msg('Min/max (no outliers)')],
  ['2/98 percentiles', msg('2/98 percentiles')],
  ['5/95 percentiles', msg('5/95 percentiles')],
  ['9/91 percentiles', msg('9/91 percentiles')],
  ['10/90 percentiles', msg('10/90 percentiles')],
);
const margin = <const L extends string, const D extends number>(label: L, value: D) =>
  ({
    kind: 'select',
    label,
    choices: TITLE_MARGINS,
    default: value,
    freeForm: 'integer',
    renderOnly: true,
  }) as const satisfies Control;

export const boxPlotControls = {
  columns: {
    kind: 'columns',
    label: msg('Distribute across'),
    hint: msg('A box is made of one value for each combination of these.'),
    required: true,
  },
  time_grain_sqla: { ...timeGrain, visible: hasTemporal },
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One box for each combination of their values.') },
  metrics: { kind: 'metrics', label: msg('Metrics'), required: true },
  adhoc_filters: adhocFilters,
  series_limit: {
    kind: 'select',
    label: msg('Series limit'),
    hint: msg('The most boxes that are asked for.'),
    choices: [{ value: null, label: msg('None') }, ...SERIES_LIMITS],
    default: null,
    freeForm: 'integer',
  },
  series_limit_metric: { kind: 'metric', label: msg('Sort by'), hint: msg('Which boxes a limit keeps.') },
  whiskerOptions: {
    kind: 'select',
    label: msg('Whisker/outlier options'),
    hint: msg('How far whiskers reach; what lies beyond is an outlier.'),
    choices: WHISKERS,
    default: 'Tukey',
    freeForm: 'text',
  },
  x_axis_title: { kind: 'text', label: msg('X-axis title'), default: '', renderOnly: true },
  x_axis_title_margin: margin(msg('X-axis title margin'), 15),
  y_axis_title: { kind: 'text', label: msg('Y-axis title'), default: '', renderOnly: true },
  y_axis_title_margin: margin(msg('Y-axis title margin'), 30),
  y_axis_title_position: {
    kind: 'select',
    label: msg('Y-axis title position'),
    choices: labelled(['Left', msg('Left')], ['Top', msg('Top')]),
    default: 'Left',
    renderOnly: true,
  },
  color_scheme: colorScheme,
  x_ticks_layout: ticksLayout,
  number_format: numberFormat('Number format'),
  date_format: timeFormat('Date format'),
} as const satisfies Readonly<Record<string, Control>>;

export type BoxPlotForm = FormOf<typeof boxPlotControls>;

export const boxPlotSections: readonly Section<typeof boxPlotControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'columns',
      'time_grain_sqla',
      'groupby',
      'metrics',
      'adhoc_filters',
      'series_limit',
      'series_limit_metric',
      'whiskerOptions',
    ],
  },
  {
    tab: 'customize',
    label: msg('Axis titles'),
    controls: ['x_axis_title', 'x_axis_title_margin', 'y_axis_title', 'y_axis_title_margin', 'y_axis_title_position'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: ['color_scheme', 'x_ticks_layout', 'number_format', 'date_format'],
  },
];

export const boxPlotDefaults: RawForm = {
  x_axis_title: '',
  x_axis_title_margin: 0,
  y_axis_title: '',
  y_axis_title_margin: 0,
  y_axis_title_position: 'Top',
};

/** What the dataset knows and the query needs: which of its columns are times. */
export function temporalLookup(columns: readonly { readonly name: string; readonly isTemporal: boolean }[]): RawForm {
  return {
    temporal_columns_lookup: Object.fromEntries(
      columns.filter(({ isTemporal }) => isTemporal).map(({ name }) => [name, true]),
    ),
  };
}

function hasTemporal(
  form: RawForm,
  { columns }: { readonly columns: readonly { readonly name: string; readonly isTemporal: boolean }[] },
): boolean {
  const chosen = Array.isArray(form['columns']) ? form['columns'] : [];
  return chosen.some((name) => columns.some((column) => column.name === name && column.isTemporal));
}
