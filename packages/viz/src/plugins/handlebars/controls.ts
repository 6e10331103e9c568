import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Complaints, Control, FormOf, Section } from '../../define.ts';
import { labelled, ROW_LIMITS, sameLabels } from '../../shared/choices.ts';
import { adhocFilters, hasValue, orderDesc } from '../../shared/controls.ts';
import { warnOfCut } from '../../shared/warnings.ts';

const MODES = labelled(['aggregate', msg('Aggregate')], ['raw', msg('Raw records')]);
/** What a new chart begins with. */
export const FIRST_TEMPLATE = `<ul class="data-list">
  {{#each data}}
    <li>{{stringify this}}</li>
  {{/each}}
</ul>`;

export function queryMode(form: RawForm): 'aggregate' | 'raw' {
  const mode = form['query_mode'];
  if (mode === 'raw' || mode === 'aggregate') return mode;
  return hasValue(form, 'all_columns') ? 'raw' : 'aggregate';
}
const inAggregate = (form: RawForm) => queryMode(form) === 'aggregate';
const inRaw = (form: RawForm) => queryMode(form) === 'raw';
const isPaged = (form: RawForm) => form['server_pagination'] === true;

export const handlebarsControls = {
  query_mode: { kind: 'segmented', label: msg('Query mode'), choices: MODES, default: 'aggregate' },
  groupby: {
    kind: 'columns',
    label: msg('Dimensions'),
    hint: msg('One row for each combination of their values.'),
    visible: inAggregate,
  },
  metrics: { kind: 'metrics', label: msg('Metrics'), visible: inAggregate },
  all_columns: { kind: 'columns', label: msg('Columns'), visible: inRaw },
  percent_metrics: {
    kind: 'metrics',
    label: msg('Percentage metrics'),
    hint: msg('Metrics that are shares of their total.'),
    visible: inAggregate,
  },
  timeseries_limit_metric: { kind: 'metric', label: msg('Sort by'), visible: inAggregate },
  order_by_cols: { kind: 'order_by', label: msg('Ordering'), visible: inRaw },
  order_desc: orderDesc,
  server_pagination: {
    kind: 'bool',
    label: msg('Server pagination'),
    hint: msg('Ask for the first page alone.'),
    default: false,
  },
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most rows that the template gets.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 10_000,
    visible: (form: RawForm) => !isPaged(form),
  },
  server_page_length: {
    kind: 'select',
    label: msg('Server page length'),
    choices: sameLabels(0, 1, 2, 3, 4, 5, 10, 20, 50, 100, 200),
    default: 10,
    freeForm: 'integer',
    visible: isPaged,
  },
  include_time: {
    kind: 'bool',
    label: msg('Include time'),
    hint: msg('Add the time of the dataset to the dimensions.'),
    default: false,
    visible: inAggregate,
  },
  show_totals: {
    kind: 'bool',
    label: msg('Show totals'),
    hint: msg('Gives the template the metrics over all rows as totals.'),
    default: false,
    visible: inAggregate,
  },
  adhoc_filters: adhocFilters,
  handlebarsTemplate: {
    kind: 'code',
    language: 'plain',
    label: msg('Handlebars template'),
    hint: msg('A handlebars template over {{data}}, the rows.'),
    default: FIRST_TEMPLATE,
    required: true,
    renderOnly: true,
  },
  styleTemplate: {
    kind: 'code',
    language: 'css',
    label: msg('CSS styles'),
    hint: msg('Styles of the template alone; nothing outside of it changes.'),
    default: '',
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type HandlebarsForm = FormOf<typeof handlebarsControls>;

export const handlebarsSections: readonly Section<typeof handlebarsControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: [
      'query_mode',
      'groupby',
      'metrics',
      'all_columns',
      'percent_metrics',
      'timeseries_limit_metric',
      'order_by_cols',
      'order_desc',
      'server_pagination',
      'row_limit',
      'server_page_length',
      'include_time',
      'show_totals',
      'adhoc_filters',
    ],
  },
  { tab: 'customize', label: msg('Options'), controls: ['handlebarsTemplate', 'styleTemplate'] },
];

/** Something is to be asked for. */
export function complainOfHandlebars(form: HandlebarsForm): Complaints {
  const isEmpty = (value: { readonly length: number }) => value.length === 0;
  if (form.query_mode === 'raw') return isEmpty(form.all_columns) ? { all_columns: [msg('cannot be empty')] } : {};
  return isEmpty(form.groupby) && isEmpty(form.metrics) && isEmpty(form.percent_metrics)
    ? { groupby: [msg('cannot be empty')] }
    : {};
}
