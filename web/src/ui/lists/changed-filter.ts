import { msg, t, tMarked } from '@tessera/core/messages';
import type { ListFilterSpec } from './list-page-types.ts';
import { timeFilters } from './list-time.ts';

/** In seconds. */
const spans = [
  ['86400', msg('Last 24 hours')],
  ['604800', msg('Last 7 days')],
  ['2592000', msg('Last 30 days')],
  ['7776000', msg('Last 90 days')],
] as const;

/** When an object was changed last. */
export function changedFilter(): ListFilterSpec {
  return {
    name: 'changed',
    label: t('Changed'),
    options: { times: spans.map(([value, label]) => ({ value, label: tMarked(label) })) },
    toFilters: (value) => timeFilters('changed_on', value),
  };
}
