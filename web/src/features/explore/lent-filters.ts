import { readExtraFormData } from '@tessera/core/filters/data-mask';
import { readExtraFilters } from '@tessera/core/filters/extra-filters';
import type { AdhocFilter, RawForm } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { describeFilter } from '../../controls/filter-words.ts';

/** What the dashboard that a chart was opened from filters it by, as sentences. It is in no control of the panel. */
export function lentFilters(form: RawForm, label: (column: string) => string): readonly string[] {
  const { filters = [], adhoc_filters: adhoc = [], time_range: range } = readExtraFormData(form['extra_form_data']);
  const older = readExtraFilters(form['extra_filters']);
  const simple = [...older.filters, ...filters].map(({ col, op, val }): AdhocFilter => ({
    expressionType: 'SIMPLE',
    clause: 'WHERE',
    subject: col,
    operator: op,
    ...(val === undefined ? {} : { comparator: val }),
  }));
  const time = range === undefined ? older.overrides['time_range'] : range;
  return [
    ...[...simple, ...adhoc].map((filter) => describeFilter(filter, label)),
    ...(typeof time === 'string' ? [t('Time: %s', time)] : []),
  ];
}
