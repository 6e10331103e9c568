import { queryOptions } from '@tanstack/react-query';
import type { Part } from '@tessera/core/effective-query/provenance';
import type { Source } from '@tessera/core/effective-query/sources';
import { columnLabel } from '@tessera/core/form-data';
import type { FilterValue, QueryFilter } from '@tessera/core/query-object';
import { numberText, t, tn } from '@tessera/core/messages';
import { printExactJson } from '@tessera/core/exact-json';
import type { ExplainedFilter, Explanation } from '@tessera/server/contract';
import { stableJson } from '@tessera/core/stable-json';
import { describeFilter } from '../controls/filter-words.ts';
import { askAbout, type ChartRequest } from './chart-actions.ts';
import { sourceName } from './source-name.ts';

export type FilterOrigin = ExplainedFilter['origin'];
/** In the order in which they are shown. */
export const filterOrigins: readonly FilterOrigin[] = ['chart', 'dashboard', 'cross_filter', 'security', 'template'];

type WhyFilter = Explanation['filters'][number];
type Estimate = NonNullable<Explanation['statements'][number]['estimate']>;
/** Why one query of a chart has its numbers, as the server tells it (result type `explain`). */
export type Why = Omit<Explanation, 'cache' | 'row_level_security'> & {
  readonly cache: Omit<Explanation['cache'], 'key'>;
};

/** Always asked anew: the age is part of the answer. */
export function whyOf(asked: ChartRequest) {
  return queryOptions({
    queryKey: ['chart-why', asked],
    queryFn: async ({ signal }) => (await askAbout(asked, 'explain', signal)) as readonly Why[],
    staleTime: 0,
    gcTime: 0,
    retry: false,
  });
}

/** What the database expects, in one sentence; `null` where it says nothing. */
export function estimateSentence(estimate: Estimate | null): string | null {
  if (estimate === null) return null;
  const known = (value: number | null, say: (count: number) => string) =>
    value === null ? [] : [say(Math.round(value))];
  const parts = [
    ...known(estimate.rows_read, (rows) => tn('1 row read', '%(count)s rows read', rows)),
    ...known(estimate.bytes_read, (bytes) => tn('1 byte read', '%(count)s bytes read', bytes)),
    ...known(estimate.rows_returned, (rows) => tn('1 row returned', '%(count)s rows returned', rows)),
    ...known(estimate.cost, (cost) => t('cost %s', numberText(cost))),
  ];
  return parts.length === 0 ? null : t('The database expects: %s', parts.join(', '));
}

export type OriginGroup = {
  readonly origin: FilterOrigin;
  readonly title: string;
  readonly sentences: readonly string[];
};

/**
 * Filters by where they come from, as sentences. Rules on rows say that they apply and how many; their clauses are
 * for the page of rules.
 *
 * @param parts Of the query that was asked: they name the filter or the selection that a condition comes from. What the
 *   server adds by itself, rules and templates, is in none of them.
 */
export function filterGroups(
  filters: readonly WhyFilter[],
  label: (column: string) => string,
  parts: readonly Part[] = [],
): readonly OriginGroup[] {
  const left = [...parts];
  const groups = new Map<string, { readonly group: OriginGroup; readonly own: WhyFilter[] }>();
  for (const filter of filters.filter((one) => !isAnyTime(one))) {
    const { origin, title } = originOf(filter, left);
    const known = groups.get(`${origin} ${title}`);
    if (known) known.own.push(filter);
    else groups.set(`${origin} ${title}`, { group: { origin, title, sentences: [] }, own: [filter] });
  }
  return [...groups.values()]
    .map(({ group, own }) => ({
      ...group,
      sentences:
        group.origin === 'security' ? [securitySentence(own.length)] : own.map((filter) => sentence(filter, label)),
    }))
    .toSorted((one, other) => filterOrigins.indexOf(one.origin) - filterOrigins.indexOf(other.origin));
}

/** Each part is shown once: it is taken out of those that are left. */
function originOf(filter: WhyFilter, left: Part[]): Pick<OriginGroup, 'origin' | 'title'> {
  const { origin } = filter;
  const at = origin === 'security' || origin === 'template' ? -1 : left.findIndex((part) => isOf(part, filter));
  const [part] = at < 0 ? [] : left.splice(at, 1);
  const names = [...new Set((part?.sources ?? []).map(sourceName))];
  const last = part?.sources.at(-1);
  // Of a form that was saved or opened with filters in it, the server knows which they are.
  return last === undefined || names.every((name) => name === t('Chart'))
    ? { origin, title: originTitle(origin) }
    : { origin: originOfSource(last), title: names.join(', ') };
}

function isOf({ path, value }: Part, filter: WhyFilter): boolean {
  if (filter.column === null && filter.operator === null)
    return (path === 'extras.where' || path === 'extras.having') && value !== '' && value === filter.sql;
  if (path === 'time_range') return filter.operator === 'TEMPORAL_RANGE' && value === filter.value;
  if (path !== 'filters' || typeof value !== 'object' || value === null) return false;
  const { col, op, val } = value as QueryFilter;
  return (
    columnLabel(col) === filter.column && op === filter.operator && stableJson(val ?? null) === stableJson(filter.value)
  );
}

function originOfSource({ kind }: Source): FilterOrigin {
  switch (kind) {
    case 'chart':
    case 'own_state':
      return 'chart';
    case 'cross_filter':
      return 'cross_filter';
    case 'url':
    case 'filter':
    case 'time_override':
      return 'dashboard';
  }
}

function isAnyTime({ operator, value }: WhyFilter): boolean {
  return operator === 'TEMPORAL_RANGE' && value === 'No filter';
}

function originTitle(origin: FilterOrigin): string {
  switch (origin) {
    case 'chart':
      return t('Chart');
    case 'dashboard':
      return t('Dashboard');
    case 'cross_filter':
      return t('Click on a chart');
    case 'security':
      return t('Row-level security');
    case 'template':
      return t('Template');
  }
}

function securitySentence(count: number): string {
  return tn('A rule limits the rows that you see.', '%(count)s rules limit the rows that you see.', count);
}

function sentence({ column, operator, value, sql }: WhyFilter, label: (column: string) => string): string {
  if (column === null && operator === null) return sql ?? t('A condition in SQL, which you may not see.');
  return describeFilter(
    {
      expressionType: 'SIMPLE',
      clause: 'WHERE',
      subject: column ?? t('time'),
      operator,
      comparator: isValue(value) ? value : printExactJson(value),
    },
    label,
  );
}

function isValue(value: unknown): value is FilterValue {
  const isSingle = (one: unknown) => one === null || ['string', 'number', 'boolean', 'bigint'].includes(typeof one);
  return Array.isArray(value) ? value.every(isSingle) : isSingle(value);
}

/** Why a filter had no effect. */
export function rejectionSentence(
  { column, reason }: Why['rejected_filters'][number],
  label: (column: string) => string,
): string {
  return reason === 'not_in_datasource'
    ? t('%s: the dataset has no such column.', label(column))
    : t('%s: the filter does not apply here (%s).', label(column), reason);
}

/** Parts of the whole time, 0 to 1, for a bar; all zero for an answer in no time. */
export function stageShares({ plan, database, post_processing: post }: Why['time_ms']): {
  readonly plan: number;
  readonly database: number;
  readonly post: number;
} {
  const total = plan + database + post;
  const share = (ms: number) => (total === 0 ? 0 : ms / total);
  return { plan: share(plan), database: share(database), post: share(post) };
}
