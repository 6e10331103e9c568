import { msg, t } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, PanelContext, Section } from '../../define.ts';
import { periodComparison } from '../../bundles/period-comparison.ts';
import { labelled, sameLabels, TABLE_ROW_LIMITS } from '../../shared/choices.ts';
import {
  adhocFilters,
  hasValue,
  isTemporal,
  orderDesc,
  temporalColumns,
  timeFormat,
  timeGrain,
} from '../../shared/controls.ts';
import { warnOfCut, warnOfSums } from '../../shared/warnings.ts';

const MODES = labelled(['aggregate', msg('Aggregate')], ['raw', msg('Raw records')]);
const PAGE_LENGTHS = labelled(
  [0, msg('All')],
  [10, msg('10')],
  [20, msg('20')],
  [50, msg('50')],
  [100, msg('100')],
  [200, msg('200')],
);
const RISES = labelled(
  ['Green', msg('Green for a rise, red for a fall')],
  ['Red', msg('Red for a rise, green for a fall')],
);
const SERVER_PAGE_LENGTHS = sameLabels(10, 20, 50, 100, 200);

/** Stored tables may lack a mode: raw where raw columns are chosen. */
export function queryMode(form: RawForm): 'aggregate' | 'raw' {
  const mode = form['query_mode'];
  if (mode === 'raw' || mode === 'aggregate') return mode;
  return hasValue(form, 'all_columns') ? 'raw' : 'aggregate';
}

const inAggregate = (form: RawForm) => queryMode(form) === 'aggregate';
const isCompared = (form: RawForm) => inAggregate(form) && hasValue(form, 'time_compare');
const inRaw = (form: RawForm) => queryMode(form) === 'raw';

/** Raw records have no values that could be compared. */
const comparison = {
  ...periodComparison.controls,
  time_compare: { ...periodComparison.controls.time_compare, visible: inAggregate },
  start_date_offset: {
    ...periodComparison.controls.start_date_offset,
    visible: (form) => inAggregate(form) && periodComparison.controls.start_date_offset.visible(form),
  },
  comparison_type: { ...periodComparison.controls.comparison_type, visible: isCompared },
  comparison_range_label: { ...periodComparison.controls.comparison_range_label, visible: isCompared },
} as const satisfies Readonly<Record<string, Control>>;

export const tableControls = {
  query_mode: { kind: 'segmented', label: msg('Query mode'), choices: MODES, default: 'aggregate' },
  groupby: {
    kind: 'columns',
    label: msg('Dimensions'),
    hint: msg('One row for each combination of their values.'),
    visible: inAggregate,
  },
  time_grain_sqla: {
    ...timeGrain,
    visible: (form, panel) =>
      inAggregate(form) &&
      Array.isArray(form['groupby']) &&
      form['groupby'].some((column) => isTemporal(column, panel)),
  },
  temporal_columns_lookup: temporalColumns,
  metrics: { kind: 'metrics', label: msg('Metrics'), visible: inAggregate },
  all_columns: { kind: 'columns', label: msg('Columns'), visible: inRaw },
  percent_metrics: {
    kind: 'metrics',
    label: msg('Percentage metrics'),
    hint: msg('Metrics shown as their share of the total of the column.'),
    warn: warnOfSums(['percent_metrics'], () => t('shares of it mean nothing')),
    visible: inAggregate,
  },
  adhoc_filters: adhocFilters,
  timeseries_limit_metric: { kind: 'metric', label: msg('Sort by'), visible: inAggregate },
  order_by_cols: { kind: 'order_by', label: msg('Ordering'), visible: inRaw },
  order_desc: orderDesc,
  server_pagination: {
    kind: 'bool',
    label: msg('Server pagination'),
    hint: msg('Ask the database for each page, order and search.'),
    default: false,
  },
  server_page_length: {
    kind: 'select',
    label: msg('Server page length'),
    choices: SERVER_PAGE_LENGTHS,
    default: 10,
    freeForm: 'integer',
    visible: (form) => form['server_pagination'] === true,
  },
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most rows that the query returns.'),
    choices: TABLE_ROW_LIMITS,
    warn: warnOfCut(TABLE_ROW_LIMITS),
    default: 10_000,
  },
  show_totals: {
    kind: 'bool',
    label: msg('Show totals'),
    hint: msg('A last row with each metric over all rows, computed by the database.'),
    default: false,
    visible: inAggregate,
  },

  table_timestamp_format: timeFormat('Timestamp format'),
  page_length: {
    kind: 'select',
    label: msg('Page length'),
    choices: PAGE_LENGTHS,
    default: null,
    freeForm: 'integer',
    clearable: true,
    renderOnly: true,
    visible: (form) => form['server_pagination'] !== true,
  },
  include_search: { kind: 'bool', label: msg('Search box'), default: false, renderOnly: true },
  allow_rearrange_columns: {
    kind: 'bool',
    label: msg('Allow columns to be rearranged'),
    hint: msg('Readers may move columns; it is not saved.'),
    default: false,
    renderOnly: true,
    // Columns that are compared belong together.
    visible: (form) => !isCompared(form),
  },
  allow_render_html: {
    kind: 'bool',
    label: msg('Render columns in HTML format'),
    hint: msg('Show links, emphasis and pictures of cells; scripts and styles never run.'),
    default: true,
    renderOnly: true,
  },
  column_config: {
    kind: 'column_config',
    label: msg('Customize columns'),
    hint: msg('Name, format, alignment and bars of each column.'),
    renderOnly: true,
  },

  show_cell_bars: { kind: 'bool', label: msg('Show cell bars'), default: true, renderOnly: true },
  align_pn: {
    kind: 'bool',
    label: msg('Align +/-'),
    hint: msg('Begin negative and positive bars at the same side.'),
    default: false,
    renderOnly: true,
  },
  color_pn: {
    kind: 'bool',
    label: msg('Color +/-'),
    hint: msg('Give negative bars the colour of danger.'),
    default: true,
    renderOnly: true,
  },
  comparison_color_enabled: {
    kind: 'bool',
    label: msg('Color increase and decrease'),
    hint: msg('Mark what rose and what fell since the other time.'),
    default: false,
    renderOnly: true,
    visible: isCompared,
  },
  comparison_color_scheme: {
    kind: 'select',
    label: msg('Colors of a rise'),
    choices: RISES,
    default: 'Green',
    renderOnly: true,
    visible: (form) => isCompared(form) && form['comparison_color_enabled'] === true,
  },
  conditional_formatting: {
    kind: 'conditional_formatting',
    label: msg('Conditional formatting'),
    hint: msg('Colour cells by their values.'),
    renderOnly: true,
  },
  ...comparison,
} as const satisfies Readonly<Record<string, Control>>;

export type TableForm = FormOf<typeof tableControls>;

export const tableSections: readonly Section<typeof tableControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'query_mode',
      'groupby',
      'time_grain_sqla',
      'temporal_columns_lookup',
      'metrics',
      'all_columns',
      'percent_metrics',
      'adhoc_filters',
      'timeseries_limit_metric',
      'order_by_cols',
      'order_desc',
      'server_pagination',
      'server_page_length',
      'row_limit',
      'show_totals',
    ],
  },
  ...periodComparison.sections,
  {
    tab: 'customize',
    label: msg('Options'),
    controls: [
      'table_timestamp_format',
      'page_length',
      'include_search',
      'allow_rearrange_columns',
      'allow_render_html',
      'column_config',
    ],
  },
  {
    tab: 'customize',
    label: msg('Visual formatting'),
    controls: [
      'show_cell_bars',
      'align_pn',
      'color_pn',
      'comparison_color_enabled',
      'comparison_color_scheme',
      'conditional_formatting',
    ],
  },
];

export const tableDefaults: RawForm = {};

/** Which columns are temporal: only the dataset knows, and the query needs it for the time grain. */
export function temporalLookup({ columns }: PanelContext): RawForm {
  return {
    temporal_columns_lookup: Object.fromEntries(
      columns.filter((column) => column.isTemporal).map((column) => [column.name, true]),
    ),
  };
}
