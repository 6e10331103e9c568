import { metricLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { numberAt } from '@tessera/core/table';
import type { ChartContext, QueryResult } from '../../define.ts';
import { metricWriter, type MetricWriter } from '../../layer/metric-formats.ts';
import { metricOfSeries } from '../../shared/time-series.ts';
import { TIME } from '../../bundles/over-time.ts';
import type { CalendarForm } from './controls.ts';

/** Writes values of a calendar as its metric. */
export function writerOf({ label }: Pick<Calendar, 'label'>, form: CalendarForm, context: ChartContext): MetricWriter {
  return metricWriter(metricOfSeries(label, form), context, form.y_axis_format);
}

/** One cell: its beginning in UTC, its place in its block, and its value. */
export type DayCell = {
  readonly at: number;
  readonly value: number | null;
  readonly column: number;
  readonly row: number;
};
export type Block = {
  readonly from: number;
  readonly columns: number;
  readonly rows: number;
  readonly cells: readonly DayCell[];
};
export type Calendar = {
  readonly label: string;
  readonly name: string;
  readonly blocks: readonly Block[];
  readonly range: readonly [number, number] | null;
};

type Unit = CalendarForm['domain_granularity'] | 'min';
const FIXED: Readonly<Partial<Record<Unit, number>>> = {
  min: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  week: 604_800_000,
};
/** So many blocks are drawn; a decade of hours is not. */
const MOST_BLOCKS = 400;
/** Weeks begin on Monday: the epoch was a Thursday. */
const MONDAY = 4 * 86_400_000;

/** The beginning of the unit that a moment lies in. */
export function startOf(at: number, unit: Unit): number {
  const date = new Date(at);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear(), 0, 1);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1);
  if (unit === 'week') return Math.floor((at - MONDAY) / 604_800_000) * 604_800_000 + MONDAY;
  const length = FIXED[unit] ?? 86_400_000;
  return Math.floor(at / length) * length;
}

export function nextOf(from: number, unit: Unit): number {
  const date = new Date(from);
  if (unit === 'year') return Date.UTC(date.getUTCFullYear() + 1, 0, 1);
  if (unit === 'month') return Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1);
  return from + (FIXED[unit] ?? 86_400_000);
}

/** The units that cells and blocks really have: a cell as long as its block would leave nothing to see. */
export function unitsOf(form: CalendarForm): { readonly block: Unit; readonly cell: Unit } {
  const order: readonly Unit[] = ['min', 'hour', 'day', 'week', 'month', 'year'];
  const cell = form.subdomain_granularity;
  const shortest = order[order.indexOf(cell) + 1] ?? 'year';
  const block = form.domain_granularity;
  return { cell, block: order.indexOf(block) > order.indexOf(cell) ? block : shortest };
}

/** One calendar per metric, from the first block with a value (or the range) to the last. */
export function readCalendars(
  result: QueryResult | undefined,
  form: CalendarForm,
  context: ChartContext,
): readonly Calendar[] {
  const times = result?.table.columns.get(TIME);
  if (!result || !times || result.table.rowCount === 0) return [];
  const { block, cell } = unitsOf(form);
  const moments = Array.from({ length: result.table.rowCount }, (_, row) => numberAt(times, row));
  const known = moments.filter((at): at is number => at !== null);
  if (known.length === 0) return [];
  const first = startOf(Math.min(result.fromMs ?? Infinity, ...ends(known, 'min')), block);
  const last = Math.max((result.toMs ?? -Infinity) - 1, ...ends(known, 'max'));
  return form.metrics.map((metric) => {
    const label = metricLabel(metric);
    const column = result.table.columns.get(label);
    const values = new Map<number, number | null>();
    moments.forEach((at, row) => {
      if (at !== null) values.set(startOf(at, cell), numberAt(column, row));
    });
    const blocks: Block[] = [];
    for (let from = first; from <= last && blocks.length < MOST_BLOCKS; from = nextOf(from, block))
      blocks.push(blockOf(from, nextOf(from, block), block, cell, values));
    const numbers = [...values.values()].filter((value): value is number => value !== null);
    return {
      label,
      name: context.verboseName(label),
      blocks,
      range:
        numbers.length === 0
          ? null
          : [numbers.reduce((a, b) => Math.min(a, b)), numbers.reduce((a, b) => Math.max(a, b))],
    };
  });
}

function ends(values: readonly number[], which: 'min' | 'max'): readonly [number] {
  return [values.reduce((a, b) => (which === 'min' ? Math.min(a, b) : Math.max(a, b)))];
}

function blockOf(from: number, to: number, block: Unit, cell: Unit, values: ReadonlyMap<number, number | null>): Block {
  const cells: DayCell[] = [];
  const rows = rowsOf(block, cell);
  // Days of months and years stand in weeks, so that weekdays are rows.
  const offset = cell === 'day' && block !== 'week' ? (new Date(from).getUTCDay() + 6) % 7 : 0;
  for (
    let at = cell === 'week' ? startOf(from, 'week') : from, place = offset;
    at < to;
    at = nextOf(at, cell), place += 1
  )
    cells.push({ at, value: values.get(at) ?? null, column: Math.floor(place / rows), row: place % rows });
  return { from, rows, columns: 1 + Math.max(0, ...cells.map(({ column }) => column)), cells };
}

/** How many cells stand below each other. */
function rowsOf(block: Unit, cell: Unit): number {
  if (cell === 'day') return 7;
  if (cell === 'min') return block === 'hour' ? 10 : 60;
  if (cell === 'hour') return block === 'day' ? 6 : 24;
  return cell === 'week' ? (block === 'month' ? 6 : 13) : 4;
}

export function emptyCalendar([result]: readonly QueryResult[], form: CalendarForm): string | null {
  if (!result || result.table.rowCount === 0) return null;
  const isNull = form.metrics.every((metric) => {
    const column = result.table.columns.get(metricLabel(metric));
    return Array.from({ length: result.table.rowCount }, (_, row) => numberAt(column, row)).every(
      (value) => value === null,
    );
  });
  return isNull ? t('No metric has a value in any row.') : null;
}

export function calendarNotes(
  results: readonly QueryResult[],
  form: CalendarForm,
  context: ChartContext,
): readonly string[] {
  const [calendar] = readCalendars(results[0], form, context);
  return (calendar?.blocks.length ?? 0) < MOST_BLOCKS
    ? []
    : [
        t(
          'The calendar ends after %s: there are more blocks.',
          context.formatTime('%Y-%m-%d', calendar?.blocks.at(-1)?.from ?? null),
        ),
      ];
}
