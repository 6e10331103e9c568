import { msg } from '@tessera/core/messages';
import type { RawForm } from '@tessera/core/form-data';
import type { Control, FormOf, Section } from '../../define.ts';
import { labelled, ROW_LIMITS } from '../../shared/choices.ts';
import { adhocFilters, colorScheme, rowLimit } from '../../shared/controls.ts';
import { warnOfCut } from '../../shared/warnings.ts';

const ROTATIONS = labelled(['random', msg('Random')], ['flat', msg('Flat')], ['square', msg('Square')]);

export const wordCloudControls = {
  series: {
    kind: 'column',
    label: msg('Dimension'),
    hint: msg('The column whose values are the words.'),
    required: true,
  },
  metric: { kind: 'metric', label: msg('Metric'), hint: msg('What the size of a word stands for.'), required: true },
  adhoc_filters: adhocFilters,
  row_limit: {
    ...rowLimit,
    hint: msg('The most words that the query returns.'),
    choices: ROW_LIMITS,
    warn: warnOfCut(ROW_LIMITS),
    default: 100,
  },
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the words with the greatest values.'),
    default: false,
    initial: () => true,
  },

  size_from: {
    kind: 'text',
    label: msg('Minimum font size'),
    hint: msg('Size of the least word in pixels.'),
    default: '10',
    format: 'integer',
    renderOnly: true,
  },
  size_to: {
    kind: 'text',
    label: msg('Maximum font size'),
    hint: msg('Size of the greatest word in pixels; all words shrink alike where they do not fit.'),
    default: '70',
    format: 'integer',
    renderOnly: true,
  },
  rotation: {
    kind: 'select',
    label: msg('Word rotation'),
    choices: ROTATIONS,
    default: 'square',
    renderOnly: true,
  },
  color_scheme: colorScheme,
} as const satisfies Readonly<Record<string, Control>>;

export type WordCloudForm = FormOf<typeof wordCloudControls>;

export const wordCloudSections: readonly Section<typeof wordCloudControls>[] = [
  { tab: 'data', label: msg('Query'), controls: ['series', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'] },
  { tab: 'customize', label: msg('Options'), controls: ['size_from', 'size_to', 'rotation', 'color_scheme'] },
];

export const wordCloudDefaults: RawForm = { row_limit: 100, size_from: 10, size_to: 70, rotation: 'square' };
