import { queryStates, isActive } from '@tessera/core/sql-editor/query-states';
import { msg, t, tMarked } from '@tessera/core/messages';
import { pastQueriesResource } from '../../../api/past-queries.ts';
import type { ListFilterSpec } from '../../../ui/lists/list-page-types.ts';
import { timeFilters } from '../../../ui/lists/list-time.ts';
import { stateName } from './query-words.ts';

const spans = [
  ['3600', msg('Last hour')],
  ['86400', msg('Last 24 hours')],
  ['604800', msg('Last 7 days')],
  ['2592000', msg('Last 30 days')],
] as const;

/** Several states in one choice: what still runs. */
const UNFINISHED = 'unfinished';

/** What narrows the history; of other users only for whoever sees them. */
export function pastQueryFilters(seesOthers: boolean): readonly ListFilterSpec[] {
  const person: ListFilterSpec = {
    name: 'person',
    label: t('Person'),
    options: { resource: pastQueriesResource, column: 'user' },
    toFilters: (value) => [{ col: 'user', opr: 'rel_o_m', value: Number(value) }],
  };
  return [
    {
      name: 'state',
      label: t('State'),
      options: [
        { value: UNFINISHED, label: t('Not finished') },
        ...(['success', 'failed', 'stopped', 'timed_out'] as const).map((value) => ({
          value,
          label: stateName(value),
        })),
      ],
      toFilters: (value) =>
        value === UNFINISHED
          ? [{ col: 'status', opr: 'in', value: queryStates.filter(isActive) }]
          : [{ col: 'status', opr: 'eq', value }],
    },
    {
      name: 'database',
      label: t('Database'),
      options: { resource: pastQueriesResource, column: 'database' },
      toFilters: (value) => [{ col: 'database', opr: 'rel_o_m', value: Number(value) }],
    },
    ...(seesOthers ? [person] : []),
    {
      name: 'time',
      label: t('Time'),
      options: { times: spans.map(([value, label]) => ({ value, label: tMarked(label) })) },
      toFilters: (value) => timeFilters('start_time', value),
    },
    {
      name: 'previews',
      label: t('Previews'),
      options: [
        { value: 'no', label: t('Without previews') },
        { value: 'yes', label: t('Previews only') },
      ],
      toFilters: (value) => [{ col: 'is_data_preview', opr: 'eq', value: value === 'yes' }],
    },
  ];
}
