import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, PanelContext, Section } from '../../define.ts';
import { labelled, ROW_LIMITS, sameLabels, SERIES_LIMITS } from '../../shared/choices.ts';
import {
  adhocFilters,
  currencyFormat,
  hasValue,
  isTemporal,
  numberFormat,
  timeFormat,
  temporalColumns,
  timeGrain,
} from '../../shared/controls.ts';
import { warnOfCut } from '../../shared/warnings.ts';

export const AGGREGATES = sameLabels(
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Sum',
  'Average',
  'Median',
  'Sample Variance',
  'Sample Standard Deviation',
  'Minimum',
  'Maximum',
  'First',
  'Last',
  'Sum as Fraction of Total',
  'Sum as Fraction of Rows',
  'Sum as Fraction of Columns',
  'Count as Fraction of Total',
  'Count as Fraction of Rows',
  'Count as Fraction of Columns',
);
const LAYOUTS = labelled(['COLUMNS', msg('Columns')], ['ROWS', msg('Rows')]);
const ORDERS = labelled(
  ['key_a_to_z', msg('key a-z')],
  ['key_z_to_a', msg('key z-a')],
  ['value_a_to_z', msg('value ascending')],
  ['value_z_to_a', msg('value descending')],
);
const rowPositions = [
  { value: true, label: msg('Top') },
  { value: false, label: msg('Bottom') },
] as const;
const columnPositions = [
  { value: true, label: msg('Left') },
  { value: false, label: msg('Right') },
] as const;

const hasTimeDimension = (form: RawForm, panel: PanelContext) =>
  ['groupbyColumns', 'groupbyRows'].some((key) => {
    const chosen: unknown = form[key];
    return Array.isArray(chosen) && chosen.some((column) => isTemporal(column, panel));
  });

/** A switch of the drawing. One that needs totals of the database is asked first. */
const shown = <const L extends string, const H extends string>(label: L, hint: H) =>
  ({ kind: 'bool', label, hint, default: false, renderOnly: true }) as const satisfies Control;

export const pivotControls = {
  groupbyColumns: {
    kind: 'columns',
    label: msg('Columns'),
    hint: msg('One column for each combination of their values.'),
  },
  groupbyRows: { kind: 'columns', label: msg('Rows'), hint: msg('One row for each combination of their values.') },
  time_grain_sqla: { ...timeGrain, visible: hasTimeDimension },
  temporal_columns_lookup: temporalColumns,
  metrics: { kind: 'metrics', label: msg('Metrics'), required: true },
  metricsLayout: {
    kind: 'segmented',
    label: msg('Apply metrics on'),
    hint: msg('Whether metrics stand side by side or one below the other.'),
    choices: LAYOUTS,
    default: 'COLUMNS',
    renderOnly: true,
  },
  adhoc_filters: adhocFilters,
  series_limit: {
    kind: 'select',
    label: msg('Cell limit'),
    hint: msg('The most groups that are asked for.'),
    choices: SERIES_LIMITS,
    default: null,
    freeForm: 'integer',
    clearable: true,
  },
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most rows that the query returns, before they are pivoted.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 10_000,
  },
  series_limit_metric: { kind: 'metric', label: msg('Sort by') },
  order_desc: {
    kind: 'bool',
    label: msg('Sort descending'),
    default: true,
    visible: (form) => hasValue(form, 'series_limit_metric'),
  },

  aggregateFunction: {
    kind: 'select',
    label: msg('Aggregation function'),
    hint: msg('How totals and subtotals come from the cells below them.'),
    choices: AGGREGATES,
    default: 'Sum',
    renderOnly: true,
  },
  rowTotals: shown('Show rows total', 'A last column with the total of each row.'),
  rowSubTotals: shown('Show rows subtotal', 'A row for each group of rows.'),
  colTotals: shown('Show columns total', 'A last row with the total of each column.'),
  colSubTotals: shown('Show columns subtotal', 'A column for each group of columns.'),
  transposePivot: shown('Transpose pivot', 'Swap rows and columns.'),
  combineMetric: shown(
    'Combine metrics',
    'Show metrics beside each other within each column, not each over all columns.',
  ),
  valueFormat: numberFormat('Value format'),
  currency_format: currencyFormat,
  date_format: timeFormat('Date format'),
  rowOrder: { kind: 'select', label: msg('Sort rows by'), choices: ORDERS, default: 'key_a_to_z', renderOnly: true },
  colOrder: { kind: 'select', label: msg('Sort columns by'), choices: ORDERS, default: 'key_a_to_z', renderOnly: true },
  rowSubtotalPosition: {
    kind: 'select',
    label: msg('Rows subtotal position'),
    choices: rowPositions,
    default: false,
    renderOnly: true,
    visible: (form) => form['rowSubTotals'] === true,
  },
  colSubtotalPosition: {
    kind: 'select',
    label: msg('Columns subtotal position'),
    choices: columnPositions,
    default: false,
    renderOnly: true,
    visible: (form) => form['colSubTotals'] === true,
  },
  conditional_formatting: {
    kind: 'conditional_formatting',
    label: msg('Conditional formatting'),
    hint: msg('Colour cells by their values.'),
    renderOnly: true,
  },
  allow_render_html: {
    kind: 'bool',
    label: msg('Render columns in HTML format'),
    hint: msg(
      'Show links, pictures and emphasis in the names of rows and columns. Anything else of their markup is left out.',
    ),
    default: true,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type PivotControlForm = FormOf<typeof pivotControls>;

export const pivotSections: readonly Section<typeof pivotControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'groupbyColumns',
      'groupbyRows',
      'time_grain_sqla',
      'temporal_columns_lookup',
      'metrics',
      'metricsLayout',
      'adhoc_filters',
      'series_limit',
      'row_limit',
      'series_limit_metric',
      'order_desc',
    ],
  },
  {
    tab: 'customize',
    label: msg('Options'),
    controls: [
      'aggregateFunction',
      'rowTotals',
      'rowSubTotals',
      'colTotals',
      'colSubTotals',
      'transposePivot',
      'combineMetric',
      'valueFormat',
      'currency_format',
      'date_format',
      'rowOrder',
      'colOrder',
      'rowSubtotalPosition',
      'colSubtotalPosition',
      'conditional_formatting',
      'allow_render_html',
    ],
  },
];

/** Which columns are temporal: only the dataset knows, and the query needs it for the time grain. */
export function temporalLookup({ columns }: PanelContext): RawForm {
  return {
    temporal_columns_lookup: Object.fromEntries(
      columns.filter((column) => column.isTemporal).map((column) => [column.name, true]),
    ),
  };
}
