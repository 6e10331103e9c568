import { msg } from '@tessera/core/messages';
import { seriesControls, timeControls, timeSection } from '../../bundles/over-time.ts';
import type { Control, FormOf, Section } from '../../define.ts';
import { adhocFilters, rowLimit } from '../../shared/controls.ts';

export const timeTableControls = {
  ...timeControls,
  metrics: { ...seriesControls.metrics, hint: msg('One row for each; with dimensions the first alone.') },
  adhoc_filters: adhocFilters,
  groupby: { ...seriesControls.groupby, hint: msg('One row for each combination of their values.') },
  limit: seriesControls.limit,
  column_collection: {
    kind: 'time_columns',
    label: msg('Time series columns'),
    hint: msg('What the table shows of the course of each row.'),
    required: true,
    renderOnly: true,
  },
  row_limit: rowLimit,
  url: {
    kind: 'text',
    label: msg('URL'),
    hint: msg('Where the name of a row leads to; {{metric}} stands for it.'),
    default: '',
    renderOnly: true,
  },
} as const satisfies Readonly<Record<string, Control>>;

export type TimeTableForm = FormOf<typeof timeTableControls>;

export const timeTableSections: readonly Section<typeof timeTableControls>[] = [
  timeSection,
  {
    tab: 'data',
    label: msg('Query'),
    controls: ['metrics', 'adhoc_filters', 'groupby', 'limit', 'column_collection', 'row_limit', 'url'],
  },
];
