import { adhocFiltersOf } from '@tessera/core/filters/adhoc';
import { columnLabel, type RawForm } from '@tessera/core/form-data';
import { t, tn } from '@tessera/core/messages';
import type { ChartContext, QueryResult, RowFacts } from '../define.ts';

type Empty = Pick<QueryResult, 'fromMs' | 'toMs'> & Partial<Pick<RowFacts, 'sqlRowCount'>>;
type Namer = Pick<ChartContext, 'formatTime' | 'verboseName'>;

/**
 * What stands in place of a picture of answers without rows, with the reason. Rows may have come of which the steps
 * after the query left none, because none has a value.
 */
export function nothingCame(
  results: readonly Empty[],
  form: RawForm,
  context: Namer,
): { readonly title: string; readonly reason: string } {
  const rows = Math.max(0, ...results.map(({ sqlRowCount }) => sqlRowCount ?? 0));
  if (rows === 0)
    return { title: t('No results were returned for this query'), reason: emptyCause(results, form, context) };
  return {
    title: t('Nothing to draw'),
    reason: tn('One row came, without a value.', '%(count)s rows came, and none of them has a value.', rows),
  };
}

/** Why no rows came, as far as the settings tell: what they filter, and the time that they look at. */
export function emptyCause(results: readonly Empty[], form: RawForm, context: Namer): string {
  const causes = [filterCause(form, context), timeCause(results, context)].filter((cause) => cause !== null);
  return causes.length === 0 ? t('The dataset has no rows for this chart.') : causes.join(' ');
}

function filterCause(form: RawForm, { verboseName }: Pick<ChartContext, 'verboseName'>): string | null {
  const names = adhocFiltersOf(form['adhoc_filters']).flatMap((filter) => {
    if (filter.expressionType === 'SQL') return [t('an SQL condition')];
    if (!filter.subject || filter.operator === 'TEMPORAL_RANGE') return [];
    return [verboseName(columnLabel(filter.subject))];
  });
  if (names.length === 0) return null;
  return t('No rows match the filters on %(names)s.', { names: [...new Set(names)].join(', ') });
}

function timeCause(
  results: readonly Pick<QueryResult, 'fromMs' | 'toMs'>[],
  { formatTime }: Pick<ChartContext, 'formatTime'>,
): string | null {
  const [first] = results;
  const moment = (epochMs: number) => formatTime(epochMs % DAY_MS === 0 ? '%Y-%m-%d' : '%Y-%m-%d %H:%M', epochMs);
  const [from, to] = [first?.fromMs ?? null, first?.toMs ?? null];
  if (from !== null && to !== null)
    return t('The time range is from %(from)s to %(to)s.', { from: moment(from), to: moment(to) });
  if (from !== null) return t('The time range begins at %(from)s.', { from: moment(from) });
  return to === null ? null : t('The time range ends at %(to)s.', { to: moment(to) });
}

const DAY_MS = 86_400_000;
