import { columnLabel } from '@tessera/core/form-data';
import { t } from '@tessera/core/messages';
import { type Column, numberAt } from '@tessera/core/table';
import { uniqueNames } from '@tessera/core/unique-names';
import type { ChartContext, QueryResult } from '../../define.ts';
import { paleNote, partWords } from '../../layer/part.ts';
import { roomNotes } from '../../layer/room.ts';
import { type ChartRow, readRows } from '../../shared/rows.ts';
import { onScale } from '../../shared/ticks.ts';
import type { HistogramForm } from './controls.ts';

export type Bin = {
  /** Column of the answer. */
  readonly column: string;
  readonly from: number;
  readonly to: number;
  readonly label: string;
};
export type BinSeries = { readonly name: string; readonly row: ChartRow; readonly values: readonly (number | null)[] };
export type Bins = { readonly bins: readonly Bin[]; readonly series: readonly BinSeries[] };

/** More groups than these have no room beside each other in a bin. */
const MOST_GROUPS = 100;

const EDGES = /^(-?[\d.]+(?:e[+-]?\d+)?) - (-?[\d.]+(?:e[+-]?\d+)?)$/;

type Edges = Pick<Bin, 'column' | 'from' | 'to'>;

/** The bins of an answer; they are named `from - to`. */
export function edgesOf(result: QueryResult | undefined, form: HistogramForm): readonly Edges[] {
  const groups = new Set(form.groupby.map(columnLabel));
  return [...(result?.table.columns.keys() ?? [])].flatMap((column): Edges[] => {
    const edges = groups.has(column) ? null : EDGES.exec(column);
    return edges ? [{ column, from: Number(edges[1]), to: Number(edges[2]) }] : [];
  });
}

/** The option by which a part is counted in the bins of its whole; none where nothing is selected. */
export function edgesFor(
  whole: readonly QueryResult[] | undefined,
  form: HistogramForm,
): { readonly edges?: readonly number[] } {
  const bins = edgesOf(whole?.[0], form);
  const [first] = bins;
  return first === undefined ? {} : { edges: [first.from, ...bins.map(({ to }) => to)] };
}

/**
 * What each bin has without the selection. Only of one series: of groups beside each other, and of shares, a part says
 * nothing of its whole. Null also where the bins are others.
 */
export function wholeOf(
  { bins, series }: Bins,
  form: HistogramForm,
  context: ChartContext,
): readonly (number | null)[] | null {
  const { whole, ...around } = context;
  if (whole === undefined || form.normalize || form.groupby.length > 0 || series.length > 1) return null;
  if (context.inputs.hidden.size > 0) return null;
  const all = readBins(whole[0], form, around);
  const isSame = all.bins.length === bins.length && all.bins.every(({ column }, at) => column === bins[at]?.column);
  return isSame ? (all.series[0]?.values ?? null) : null;
}

/** 'of 1,234 without the selection (12.5%)'; null where nothing is known of the bin. */
export function partText(
  value: number | null,
  whole: number | null | undefined,
  form: HistogramForm,
  context: ChartContext,
): string | null {
  if (whole === undefined || whole === null || whole === 0) return null;
  return partWords(
    countText(value ?? 0, form, context),
    countText(whole, form, context),
    (value ?? 0) / whole,
    context,
  );
}

/** The answer as bins and a series per group. */
export function readBins(result: QueryResult | undefined, form: HistogramForm, context: ChartContext): Bins {
  if (!result) return { bins: [], series: [] };
  const bins = edgesOf(result, form).map((bin): Bin => {
    const [from, to] = [bin.from, bin.to].map((edge) =>
      context.formatNumber(form.x_axis_format, onScale(edge, bin.to - bin.from)),
    );
    return { ...bin, label: `${from} – ${to}` };
  });
  const rows = readRows(result, { columns: form.groupby, metrics: [] }, context).slice(0, MOST_GROUPS);
  const fallback = form.column === null ? '' : context.verboseName(columnLabel(form.column));
  const names = uniqueNames(rows.map(({ texts }) => (texts.length === 0 ? fallback : texts.join(', '))));
  const columns = bins.map(({ column }) => result.table.columns.get(column));
  const all = form.normalize && form.cumulative ? allIn(columns.at(-1)) : 1;
  return {
    bins,
    series:
      bins.length === 0
        ? []
        : rows.map((row, at) => ({
            name: names[at] ?? '',
            row,
            values: columns.map((column) => shareOf(numberAt(column, row.index), all)),
          })),
  };
}

/** The operation divides running totals by their own sum; the last bin of all groups holds every row. */
function allIn(last: Column | undefined): number {
  const ends = last ? Array.from(last.values, (_, row) => numberAt(last, row) ?? 0) : [];
  return ends.reduce((total, end) => total + end, 0) || 1;
}

function shareOf(value: number | null, all: number): number | null {
  return value === null ? null : value / all;
}

/** Of all rows where bins are normalized, else their number. */
export function countText(value: number | null, form: HistogramForm, context: ChartContext): string {
  const isAdaptive = form.y_axis_format === 'SMART_NUMBER';
  return context.formatNumber(form.normalize && isAdaptive ? ',.1~%' : form.y_axis_format, value);
}

/** What has no room. */
export function histogramNotes(
  [result]: readonly QueryResult[],
  form: HistogramForm,
  context: ChartContext,
): readonly string[] {
  const groups = result?.table.rowCount ?? 0;
  const isPart = wholeOf(readBins(result, form, context), form, context) !== null;
  return [...roomNotes(Math.min(groups, MOST_GROUPS), groups), ...(isPart ? [paleNote()] : [])];
}

export function emptyHistogram([result]: readonly QueryResult[], form: HistogramForm): string | null {
  if (!result || form.column === null || result.table.rowCount === 0) return null;
  return [...result.table.columns.keys()].some((name) => EDGES.test(name))
    ? null
    : t('%s has no number in any row.', columnLabel(form.column));
}
