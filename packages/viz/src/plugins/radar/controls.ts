import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import { legend } from '../../bundles/legend.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, numberFormat, timeFormat } from '../../shared/controls.ts';
import { warnOfCut } from '../../shared/warnings.ts';

const CONTENTS = labelled(['value', msg('Value')], ['key_value', msg('Category and value')]);
const POSITIONS = labelled(
  ['top', msg('Top')],
  ['left', msg('Left')],
  ['right', msg('Right')],
  ['bottom', msg('Bottom')],
  ['inside', msg('Inside')],
  ['insideLeft', msg('Inside left')],
  ['insideRight', msg('Inside right')],
  ['insideTop', msg('Inside top')],
  ['insideBottom', msg('Inside bottom')],
  ['insideTopLeft', msg('Inside top left')],
  ['insideBottomLeft', msg('Inside bottom left')],
  ['insideTopRight', msg('Inside top right')],
  ['insideBottomRight', msg('Inside bottom right')],
);
const isLabelled = (form: RawForm) => form['show_labels'] !== false;

export const radarControls = {
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One shape for each combination of their values.') },
  metrics: {
    kind: 'metrics',
    label: msg('Metrics'),
    hint: msg('One spoke each; best with three to eight.'),
    required: true,
  },
  timeseries_limit_metric: {
    kind: 'metric',
    label: msg('Sort by'),
    hint: msg('Ask for the greatest of this metric first.'),
  },
  adhoc_filters: adhocFilters,
  row_limit: {
    kind: 'row_limit',
    label: msg('Row limit'),
    hint: msg('The most shapes that the query returns.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 10,
  },
  color_scheme: colorScheme,
  ...legend.controls,
  show_labels: { kind: 'bool', label: msg('Show labels'), default: true, renderOnly: true },
  label_type: {
    kind: 'select',
    label: msg('Label type'),
    choices: CONTENTS,
    default: 'value',
    renderOnly: true,
    visible: isLabelled,
  },
  label_position: {
    kind: 'select',
    label: msg('Label position'),
    choices: POSITIONS,
    default: 'top',
    renderOnly: true,
    visible: isLabelled,
  },
  number_format: numberFormat('Number format'),
  date_format: timeFormat('Date format'),
  column_config: {
    kind: 'column_config',
    label: msg('Customize metrics'),
    hint: msg('Where the spoke of a metric begins and ends.'),
    renderOnly: true,
  },
  is_circle: {
    kind: 'bool',
    label: msg('Circle radar shape'),
    hint: msg('Round instead of angular.'),
    default: false,
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type RadarForm = FormOf<typeof radarControls>;

export const radarSections: readonly Section<typeof radarControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['groupby', 'metrics', 'timeseries_limit_metric', 'adhoc_filters', 'row_limit'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
  ...legend.sections,
  {
    tab: 'customize',
    label: msg('Labels'),
    controls: ['show_labels', 'label_type', 'label_position', 'number_format', 'date_format'],
  },
  { tab: 'customize', label: msg('Radar'), controls: ['column_config', 'is_circle'] },
];

export const radarDefaults: RawForm = {
  legendMargin: null,
  legendOrientation: 'top',
  legendType: 'scroll',
  show_legend: true,
  groupby: [],
  label_type: 'value',
  label_position: 'top',
  number_format: 'SMART_NUMBER',
  show_labels: true,
  date_format: 'smart_date',
  is_circle: false,
};
