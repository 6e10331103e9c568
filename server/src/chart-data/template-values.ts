import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { looseValue } from '@tessera/query/sql-safety/values';
import type { TemplateData } from '../templates/template-data.ts';

const short = 60;
/** Variables and macros that bring what a request holds besides its filters, as they came. */
const wholeQuery = /\b(columns|groupby|metrics|filter|time_column|time_grain)\b/;
const address = /\burl_param\b/;

/**
 * The SQL of a dataset may read what people ask for; it stays a value there. `where_in` and the quotes of the author hold
 * it; what would become SQL by ending a text or standing outside of one is refused, because the SQL of a dataset reads
 * whatever its author may.
 *
 * @param own  the SQL as its author wrote it
 * @throws AppError template_invalid
 */
export function assertValuesHeld(rendered: string, own: string, data: TemplateData): void {
  if (rendered === own) return;
  const given = [
    ...data.filters.flatMap(({ col, val }) => [col, val]),
    data.timeRange?.text, ...Object.values(data.timeFilters).map(({ text }) => text),
    ...(wholeQuery.test(own) ? Object.values(data.query) : []),
    ...(address.test(own) ? [...Object.values(data.urlParams.request), ...Object.values(data.urlParams.form)] : []),
  ];
  const loose = looseValue(rendered, given.flatMap(textsIn), own, dialectOf(data.dialect).grammar);
  if (loose === null) return;
  const name = loose.length > short ? `${loose.slice(0, short)}…` : loose;
  throw new AppError('template_invalid', { reason: `the value "${name}" would become a part of the SQL of the dataset. Its author can hold it with the filter where_in.` });
}

function textsIn(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.values(value).flatMap(textsIn);
}
