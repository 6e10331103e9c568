import type { Cell } from '@tessera/core/table';
import { mean, percentile, sum } from './aggregators.ts';
import { cellOf, failPost, type Frame, type FrameColumn, numbersOf, takeRows, type Values } from './frame.ts';
import { numberOr, type Options, text, textOr } from './options.ts';
import { type Binning, binning } from './resample-rule.ts';

/** Beyond this a rule is finer than anybody wants to see. */
const MAX_BINS = 500_000;

/** Rows of one bin, or none. */
type Bins = { readonly count: number; readonly instants: Float64Array; readonly binning: Binning };

const reducers: Readonly<Record<string, (numbers: Float64Array) => number>> = {
  sum,
  mean: (numbers) => mean(numbers) ?? Number.NaN,
  median: (numbers) => percentile(numbers, 50) ?? Number.NaN,
};

/**
 * Put rows with a time index on a regular grid.
 *
 * `asfreq` keeps what stands on the grid and fills the rest, nulls of the data included, with `fill_value`; `ffill` and
 * `bfill` take the nearest number before or after; `linear` draws lines between numbers; `sum`, `mean`, `median`
 * gather.
 * @throws AppError post_processing
 */
export function resample(frame: Frame, options: Options): Frame {
  if (frame.rowCount === 0) return frame;
  const [level, ...more] = frame.index;
  if (!level || more.length > 0 || level.kind !== 'temporal')
    return failPost('Resample operation requires DatetimeIndex');
  const rule = text(options, 'rule');
  const method = textOr(options, 'method', 'asfreq');
  const fill = numberOr(options, 'fill_value', null);

  const known = numbersOf(level.values);
  const order = Array.from(known.keys())
    .filter((row) => !Number.isNaN(known[row]))
    .sort((a, b) => (known[a] ?? 0) - (known[b] ?? 0));
  const first = known[order[0] ?? -1];
  const last = known[order.at(-1) ?? -1];
  if (first === undefined || last === undefined) return takeRows(frame, []);
  const ordered = takeRows(frame, order);
  const bins: Bins = { binning: binning(rule, first), instants: numbersOf(ordered.index[0]?.values ?? []), count: 0 };
  const count = bins.binning.binOf(last) + 1;
  if (count > MAX_BINS) return failPost(`Resampling by ${rule} would give ${count} rows. Use a longer period.`);

  const change = changeOf(method, { ...bins, count }, fill);
  const columns = ordered.columns.flatMap((column): readonly FrameColumn[] => {
    const values = change(column);
    return values ? [{ ...column, values }] : [];
  });
  const labels = Float64Array.from({ length: count }, (_, bin) => bins.binning.labelOf(bin));
  return { ...frame, rowCount: count, index: [{ ...level, values: labels }], columns };
}

function changeOf(method: string, bins: Bins, fill: number | null): (column: FrameColumn) => Values | null {
  const reduce = Object.hasOwn(reducers, method) ? reducers[method] : undefined;
  if (reduce) return ({ kind, values }) => (kind === 'numeric' ? gathered(numbersOf(values), bins, reduce) : null);
  if (method === 'asfreq') return ({ values }) => onGrid(values, bins).map((cell) => cell ?? fill);
  if (method === 'ffill') return ({ values }) => nearest(values, bins, 'before');
  if (method === 'bfill') return ({ values }) => nearest(values, bins, 'after');
  if (method === 'linear')
    return ({ kind, values }) => (kind === 'numeric' ? interpolated(onGrid(values, bins)) : onGrid(values, bins));
  return failPost(`Invalid resample method: ${method}`);
}

function gathered(
  numbers: Float64Array,
  { binning: { binOf }, instants, count }: Bins,
  reduce: (numbers: Float64Array) => number,
): Float64Array {
  const results = new Float64Array(count);
  let from = 0;
  for (let bin = 0; bin < count; bin += 1) {
    let to = from;
    while (to < instants.length && binOf(instants[to] ?? 0) === bin) to += 1;
    results[bin] = reduce(numbers.subarray(from, to).filter((value) => !Number.isNaN(value)));
    from = to;
  }
  return results;
}

/** Cells of the rows that stand exactly on the grid. */
function onGrid(values: Values, { binning: { labelOf }, instants, count }: Bins): Cell[] {
  let row = 0;
  return Array.from({ length: count }, (_, bin) => {
    const label = labelOf(bin);
    while (row < instants.length && (instants[row] ?? 0) < label) row += 1;
    return instants[row] === label ? cellOf(values, row) : null;
  });
}

function nearest(values: Values, { binning: { labelOf }, instants, count }: Bins, side: 'before' | 'after'): Cell[] {
  const cells: Cell[] = Array.from({ length: count }, () => null);
  let cell: Cell = null;
  if (side === 'before') {
    let row = 0;
    for (let bin = 0; bin < count; bin += 1) {
      for (; row < instants.length && (instants[row] ?? 0) <= labelOf(bin); row += 1)
        cell = cellOf(values, row) ?? cell;
      cells[bin] = cell;
    }
    return cells;
  }
  let row = instants.length - 1;
  for (let bin = count - 1; bin >= 0; bin -= 1) {
    for (; row >= 0 && (instants[row] ?? 0) >= labelOf(bin); row -= 1) cell = cellOf(values, row) ?? cell;
    cells[bin] = cell;
  }
  return cells;
}

/** Straight lines between numbers; the last number goes on to the end, before the first there is nothing. */
function interpolated(cells: readonly Cell[]): Float64Array {
  const numbers = numbersOf(cells).slice();
  let from = -1;
  numbers.forEach((value, at) => {
    if (Number.isNaN(value)) return;
    if (from >= 0) drawLine(numbers, from, at);
    from = at;
  });
  if (from >= 0) numbers.fill(numbers[from] ?? Number.NaN, from);
  return numbers;
}

function drawLine(numbers: Float64Array, from: number, to: number): void {
  const [start, end] = [numbers[from] ?? 0, numbers[to] ?? 0];
  for (let at = from + 1; at < to; at += 1) numbers[at] = start + ((end - start) * (at - from)) / (to - from);
}
