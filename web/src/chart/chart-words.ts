import { columnLabel, metricLabel, type RawForm } from '@tessera/core/form-data';
import { numberText, t } from '@tessera/core/messages';
import { readColumns } from '@tessera/viz/control-kinds/columns';
import { readFilters } from '@tessera/viz/control-kinds/filters';
import { readMetrics } from '@tessera/viz/control-kinds/metrics';
import type { QueryResult } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { derivedMeasure } from '@tessera/viz/layer/derived-measure';
import { limitedSeries } from '@tessera/viz/layer/limited-series';
import { controlsOf, type Role } from '@tessera/viz/roles';
import { describeCondition, operatorOf } from '../controls/filters.ts';

type Named = (name: string) => string;
/** How fields are called, and which of them are of time. */
export type FieldWords = { readonly label: Named; readonly isTime: (name: string) => boolean };

type Worded = Pick<AnyViz, 'roles'> & Partial<Pick<AnyViz, 'controls'>>;

/** What a chart asks, in the words of its fields: `Average delay by month and carrier`. Empty where it asks nothing. */
export function questionOf(viz: Worded, form: RawForm, words: FieldWords): string {
  const { label } = words;
  const isRaw = asksRows(viz, form);
  const raw = isRaw ? readColumns(form['all_columns']) : [];
  // Rows as they are have no periods, and the groups of the other mode are not asked for.
  if (raw.length > 0) return listed(unique(raw.map((column) => label(columnLabel(column)))));
  const metrics = isRaw ? [] : unique(measures(viz, form, label));
  const axes = isRaw ? [] : unique(columnNames(viz, form, ['x'], words));
  const groups = unique(columnNames(viz, form, GROUPS, words)).filter((name) => !axes.includes(name));
  const by = listed([...axes, ...groups]);
  if (metrics.length === 0) {
    const places = isRaw ? [] : columnNames(viz, form, ['longitude', 'latitude'], words);
    return listed(unique([...axes, ...groups, ...places]));
  }
  const what = listed(metrics);
  return by === '' ? what : t('%(what)s by %(groups)s', { what, groups: by });
}

/** Stored tables may lack a mode: they show rows as they are where columns of these are chosen. */
function asksRows(viz: Worded, { query_mode: mode, all_columns: columns }: RawForm): boolean {
  if (mode === 'raw' || mode === 'aggregate') return mode === 'raw';
  return controlsOf(viz.roles, 'rows').includes('all_columns') && readColumns(columns).length > 0;
}

const GROUPS: readonly Role[] = ['rows', 'columns', 'series', 'label', 'source', 'target', 'geography'];

const MEASURES: readonly Role[] = ['y', 'value', 'size', 'color'];
/** A chart of two queries has the settings of its second under these. */
const SECOND = '_b';

/** The names of what is measured; of a window or a share, one name for all of which it is made. */
function measures(viz: Worded, form: RawForm, label: Named): readonly string[] {
  const controls = MEASURES.flatMap((role) => controlsOf(viz.roles, role));
  const named = (own: readonly string[], suffix: string) => {
    const names = own.flatMap((name) => readMetrics(form[name])).map((metric) => label(metricLabel(metric)));
    const all = listed(unique(names));
    const said = all === '' ? all : derivedMeasure(all, settingsOf(viz, form, suffix));
    return said === all ? names : [said];
  };
  const isSecond = (name: string) => name.endsWith(SECOND);
  return [
    ...named(
      controls.filter((name) => !isSecond(name)),
      '',
    ),
    ...named(controls.filter(isSecond), SECOND),
  ];
}

const NO_PANEL = { columns: [], grains: [] };

/** What a chart type makes of its measures, by settings that it has and shows. */
function settingsOf({ controls = {} }: Worded, form: RawForm, suffix: string): RawForm {
  const names = ['rolling_type', 'rolling_periods', 'contributionMode', 'contribution'];
  const own = names.filter((name) => {
    const control = controls[name + suffix];
    return control !== undefined && control.visible?.(form, NO_PANEL) !== false;
  });
  return Object.fromEntries(own.map((name) => [name, form[name + suffix]]));
}

/** Columns by their labels; the one of time by the periods that it is drawn in. */
function columnNames(viz: Pick<AnyViz, 'roles'>, form: RawForm, roles: readonly Role[], { label, isTime }: FieldWords) {
  const period = typeof form['time_grain_sqla'] === 'string' ? periodName(form['time_grain_sqla']) : null;
  // Columns of rows as they are group nothing.
  const names = roles.flatMap((role) => controlsOf(viz.roles, role)).filter((name) => name !== 'all_columns');
  return names
    .flatMap((name) => readColumns(form[name]))
    .map(columnLabel)
    .map((name) => (period !== null && isTime(name) ? period : label(name)));
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
  viz: Worded & Partial<Pick<AnyViz, 'changes' | 'span'>>,
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
    viz.span?.(results, form) ?? '',
    first ? cutOf(viz, form, first, { label, isTime }) : '',
    ...(viz.changes?.(results, form) ?? []),
    ...filtersOf(form, label),
  ];
  return parts.filter((part) => part !== '').join(' · ');
}

function sameWords(one: string, other: string): boolean {
  return one.trim().toLowerCase() === other.trim().toLowerCase();
}

/** Of how many series some are shown; of a limit that the author sets only its own number is known. */
function cutOf(viz: Worded, form: RawForm, result: QueryResult, words: FieldWords): string {
  const { seriesCut } = result;
  const [name = t('series')] = columnNames(viz, form, ['series'], words);
  if (!seriesCut) return viz.controls?.[GATHERS] === undefined ? '' : limitOf(form, result, name);
  if (seriesCut.of === null || seriesCut.of <= seriesCut.shown) return '';
  return t('%(shown)s of %(of)s by %(name)s', {
    shown: numberText(seriesCut.shown),
    of: numberText(seriesCut.of),
    name,
  });
}

/** Types that have it answer with a column for each series. */
const GATHERS = 'group_others_when_limit_reached';

function limitOf(form: RawForm, result: QueryResult, name: string): string {
  const limited = limitedSeries(result, form);
  if (limited === null) return '';
  const said = { shown: numberText(limited.shown), name };
  if (form['order_desc'] === false)
    return limited.hasOthers
      ? t('lowest %(shown)s by %(name)s and Others', said)
      : t('lowest %(shown)s by %(name)s', said);
  return limited.hasOthers ? t('top %(shown)s by %(name)s and Others', said) : t('top %(shown)s by %(name)s', said);
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
