import type { RawForm } from '@tessera/core/form-data';
import { msg, t } from '@tessera/core/messages';
import type { Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, colorScheme, numberFormat, rowLimit } from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

export const chordControls = {
  groupby: {
    kind: 'column',
    label: msg('Source'),
    hint: msg('The column that says where a flow begins.'),
    required: true,
  },
  columns: {
    kind: 'column',
    label: msg('Target'),
    hint: msg('The column that says where a flow ends.'),
    required: true,
  },
  metric: {
    kind: 'metric',
    label: msg('Metric'),
    hint: msg('What the width of a flow stands for.'),
    required: true,
    warn: warnOfSums(['metric'], () => t('the flows of a node have no total')),
  },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the flows with the greatest values.'),
    default: false,
    initial: () => true,
  },
  y_axis_format: numberFormat('Number format'),
  color_scheme: colorScheme,
} as const satisfies Readonly<Record<string, Control>>;

export type ChordForm = FormOf<typeof chordControls>;

export const chordSections: readonly Section<typeof chordControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['groupby', 'columns', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['y_axis_format', 'color_scheme'] },
];

export const chordDefaults: RawForm = { row_limit: 10_000, y_axis_format: 'SMART_NUMBER' };
