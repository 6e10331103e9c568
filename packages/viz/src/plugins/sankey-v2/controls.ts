import { msg, t } from '@tessera/core/messages';
import type { Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, colorScheme, rowLimit } from '../../shared/controls.ts';
import { warnOfSums } from '../../shared/warnings.ts';

export const sankeyControls = {
  source: { kind: 'column', label: msg('Source'), hint: msg('Where a flow begins.'), required: true },
  target: { kind: 'column', label: msg('Target'), hint: msg('Where a flow ends.'), required: true },
  metric: {
    kind: 'metric',
    label: msg('Metric'),
    required: true,
    warn: warnOfSums(['metric'], () => t('nodes have no value')),
  },
  adhoc_filters: adhocFilters,
  row_limit: rowLimit,
  sort_by_metric: {
    kind: 'bool',
    label: msg('Sort by metric'),
    hint: msg('Ask for the greatest flows first.'),
    default: false,
    initial: () => true,
  },
  color_scheme: colorScheme,
} as const satisfies Readonly<Record<string, Control>>;

export type SankeyForm = FormOf<typeof sankeyControls>;

export const sankeySections: readonly Section<typeof sankeyControls>[] = [
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['source', 'target', 'metric', 'adhoc_filters', 'row_limit', 'sort_by_metric'],
  },
  { tab: 'customize', label: msg('Chart options'), controls: ['color_scheme'] },
];
