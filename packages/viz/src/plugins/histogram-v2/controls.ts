import { msg } from '@tessera/core/messages';
import type { Control, FormOf, Section } from '../../define.ts';
import { sameLabels } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, numberFormat, rowLimit } from '../../shared/controls.ts';

export const histogramControls = {
  column: {
    kind: 'column',
    numericOnly: true,
    label: msg('Column'),
    hint: msg('Numbers whose spread is shown.'),
    required: true,
    initial: ({ columns }) => columns.find(({ kind }) => kind === 'numeric')?.name,
  },
  groupby: { kind: 'columns', label: msg('Dimensions'), hint: msg('One series for each combination of their values.') },
  adhoc_filters: adhocFilters,
  row_limit: { ...rowLimit, hint: msg('The most rows that are counted.') },
  bins: {
    kind: 'select',
    label: msg('Bins'),
    hint: msg('How many intervals of equal width there are.'),
    choices: sameLabels(5, 10, 15, 20),
    default: 5,
    initial: () => 20,
    freeForm: 'integer',
  },
  normalize: {
    kind: 'bool',
    label: msg('Normalize'),
    hint: msg('Show shares of all rows instead of their number.'),
    default: false,
  },
  cumulative: { kind: 'bool', label: msg('Cumulative'), hint: msg('Add bins up from the left.'), default: false },
  color_scheme: colorScheme,
  show_value: { kind: 'bool', label: msg('Show value'), default: false, renderOnly: true },
  show_legend: { kind: 'bool', label: msg('Show legend'), default: true, renderOnly: true },
  x_axis_title: { kind: 'text', label: msg('X-axis title'), default: '', renderOnly: true },
  x_axis_format: numberFormat('X-axis format'),
  y_axis_title: { kind: 'text', label: msg('Y-axis title'), default: '', renderOnly: true },
  y_axis_format: numberFormat('Y-axis format'),
} as const satisfies Readonly<Record<string, Control>>;

export type HistogramForm = FormOf<typeof histogramControls>;

export const histogramSections: readonly Section<typeof histogramControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['column', 'groupby', 'adhoc_filters', 'row_limit', 'bins', 'normalize', 'cumulative'],
  },
  {
    tab: 'customize',
    label: msg('Chart options'),
    controls: [
      'color_scheme',
      'show_value',
      'show_legend',
      'x_axis_title',
      'x_axis_format',
      'y_axis_title',
      'y_axis_format',
    ],
  },
];
