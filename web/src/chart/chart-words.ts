import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { numberText, readerLocale, t } from '@tessera/core/messages';
import { cellAt } from '@tessera/core/table';
import { periodOf } from '@tessera/core/time-range/periods';
import { toWall } from '@tessera/core/time-range/zone';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { readMetrics } from '@tessera/viz/control-kinds/metrics';
import type { QueryResult } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { controlsOf, type Role } from '@tessera/viz/roles';
import { describeCondition, operatorOf } from '../controls/filters.ts';

type Named = (name: string) => string;
/** How fields are called, and which of them are of time. */
export type FieldWords = { readonly label: Named; readonly isTime: (name: string) => boolean };

/** What a chart asks, in the words of its fields: `Average delay by month and carrier`. Empty where it asks nothing. */
export function questionOf(viz: Pick<AnyViz, 'roles'>, form: RawForm, words: FieldWords): string {
  const { label } = words;
  const isRaw = form['query_mode'] === 'raw';
  const metrics = isRaw ? [] : unique(metricNames(viz, form, ['y', 'value', 'size', 'color'], label));
  const axes = isRaw ? [] : unique(columnNames(viz, form, ['x'], words));
  const groups = unique(columnNames(viz, form, GROUPS, words)).filter((name) => !axes.includes(name));
  const by = listed([...axes, ...groups]);
  if (metrics.length === 0) {
    const places = isRaw ? [] : columnNames(viz, form, ['longitude', 'latitude'], words);
    return listed(unique([...axes, ...groups, ...rawColumns(form, label), ...places]));
  }
  const what = listed(metrics);
  return by === '' ? what : t('%(what)s by %(groups)s', { what, groups: by });
}

const GROUPS: readonly Role[] = ['rows', 'columns', 'series', 'label', 'source', 'target', 'geography'];

function metricNames(viz: Pick<AnyViz, 'roles'>, form: RawForm, roles: readonly Role[], label: Named) {
  const names = roles.flatMap((role) => controlsOf(viz.roles, role));
  return names.flatMap((name) => readMetrics(form[name])).map((metric) => label(metricLabel(metric)));
}

/** Columns by their labels; the one of time by the periods that it is drawn in. */
function columnNames(viz: Pick<AnyViz, 'roles'>, form: RawForm, roles: readonly Role[], { label, isTime }: FieldWords) {
  const period = typeof form['time_grain_sqla'] === 'string' ? periodName(form['time_grain_sqla']) : null;
  const names = roles.flatMap((role) => controlsOf(viz.roles, role));
  return names
    .flatMap((name) => readColumns(form[name]))
    .map(columnLabel)
    .map((name) => (period !== null && isTime(name) ? period : label(name)));
}

function rawColumns(form: RawForm, label: Named): readonly string[] {
  return form['query_mode'] === 'raw'
    ? readColumns(form['all_columns']).map((column) => label(columnLabel(column)))
    : [];
}

function periodName(grain: string): string | null {
  if (grain.includes('P1W') || grain === 'P7D') return t('week');
  switch (grain) {
    case 'PT1M':
      return t('minute');
    case 'PT1H':
      return t('hour');
    case 'P1D':
      return t('day');
    case 'P1M':
      return t('month');
    case 'P3M':
      return t('quarter');
    case 'P1Y':
      return t('year');
    default:
      return null;
  }
}

const NAMED = 3;

function listed(names: readonly string[]): string {
  const shown = names.slice(0, NAMED);
  if (names.length > NAMED) return t('%s and %s more', shown.join(', '), names.length - NAMED);
  const last = shown.at(-1);
  if (last === undefined || shown.length === 1) return last ?? '';
  return t('%s and %s', shown.slice(0, -1).join(', '), last);
}

function unique(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}

/** The line under the name of a chart: its question unless the name is that, its span, what was left out, filters. */
export function subtitleOf(
  viz: Pick<AnyViz, 'roles'> & Partial<Pick<AnyViz, 'changes'>>,
  form: RawForm,
  results: readonly QueryResult[],
  { title, label }: { readonly title: string; readonly label: Named },
): string {
  const isTime = (name: string) => results[0]?.table.columns.get(name)?.kind === 'temporal';
  const written = form['chart_subtitle'];
  if (typeof written === 'string' && written.trim() !== '') return written;
  const question = questionOf(viz, form, { label, isTime });
  const [first] = results;
  const parts = [
    sameWords(question, title) ? '' : question,
    first ? spanOf(first, form) : '',
    first ? cutOf(viz, form, first, { label, isTime }) : '',
    ...(viz.changes?.(results, form) ?? []),
    ...filtersOf(form, label),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function sameWords(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** From the first to the last moment that is drawn; else the range that was asked for. */
function spanOf(result: QueryResult, form: RawForm): string {
  const { table, fromMs, toMs } = result;
  const times = [...table.columns.values()].find(({ kind }) => kind === 'temporal');
  const cells = times ? Array.from({ length: table.rowCount }, (_, row) => cellAt(times, row)) : [];
  let [from, to] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const cell of cells) {
    if (typeof cell !== 'number') continue;
    if (cell < from) from = cell;
    if (cell > to) to = cell;
  }
  if (times && from <= to) return bucketSpan(from, to, times.name, result, form);
  return fromMs !== null && toMs !== null ? spanText(fromMs, Math.max(fromMs, toMs - 1)) : '';
}

const DAY_MS = 86_400_000;
const WEEK_MS = 7 * DAY_MS;
/** Shorter spans are said by their days. */
const DAYS_SAID = 60;

/**
 * Weeks go from one month or year into the next: the first one counts from the range that was asked for on, and where
 * only months or years are said, the first and the last count to the side of the weeks between them.
 */
function bucketSpan(from: number, to: number, column: string, result: QueryResult, form: RawForm): string {
  const grain = form['time_grain_sqla'];
  const [first, last] = typeof grain === 'string' ? [periodOf(grain, from), periodOf(grain, to)] : [null, null];
  if (!first || !last || !isAxis(column, form) || first.endMs - first.startMs !== WEEK_MS) return spanText(from, to);
  if (to - from > DAYS_SAID * DAY_MS) return spanText(first.endMs - DAY_MS, last.startMs, to - from);
  const asked = result.fromMs === null ? from : toWall(result.fromMs, result.timeZone ?? 'UTC');
  return spanText(asked > from && asked < first.endMs ? asked : from, to);
}

/** `Jan – Jul 2001`: as precise as the span is short. */
export function spanText(from: number, to: number, length = to - from): string {
  const days = length / DAY_MS;
  const parts: Intl.DateTimeFormatOptions =
    days > 3 * 366
      ? { year: 'numeric' }
      : days > DAYS_SAID
        ? { year: 'numeric', month: 'short' }
        : days >= 2
          ? { year: 'numeric', month: 'short', day: 'numeric' }
          : { year: 'numeric', month: 'short', day: 'numeric', hour: 'numeric', minute: '2-digit' };
  return new Intl.DateTimeFormat(readerLocale(), { ...parts, timeZone: 'UTC' }).formatRange(from, to);
}

function isAxis(column: string, form: RawForm): boolean {
  const [axis] = readColumns(form['x_axis']);
  return column === (axis === undefined ? '__timestamp' : columnLabel(axis));
}

function cutOf(viz: Pick<AnyViz, 'roles'>, form: RawForm, { seriesCut }: QueryResult, words: FieldWords): string {
  if (!seriesCut || seriesCut.of === null || seriesCut.of <= seriesCut.shown) return '';
  const [name = t('series')] = columnNames(viz, form, ['series'], words);
  return t('%(shown)s of %(of)s by %(name)s', {
    shown: numberText(seriesCut.shown),
    of: numberText(seriesCut.of),
    name,
  });
}

const SHOWN_FILTERS = 2;

/** Filters as sentences; a range of time is in the span already. */
function filtersOf(form: RawForm, label: Named): readonly string[] {
  const said = readFilters(form['adhoc_filters'])
    .filter((filter) => operatorOf(filter) !== 'TEMPORAL_RANGE' && filter.isExtra !== true)
    .map((filter) => describeCondition(filter, label))
    .filter((text) => text !== '');
  const rest = said.length - SHOWN_FILTERS;
  return rest > 0 ? [...said.slice(0, SHOWN_FILTERS), t('and %s more', rest)] : said;
}
