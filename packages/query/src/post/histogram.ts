import { columnNamed, failPost, type Frame, type FrameColumn, numbersOf, requireColumns } from './frame.ts';
import { groupRows, rowsOfGroups } from './groups.ts';
import { flag, numberOr, type Options, text, texts } from './options.ts';

const MAX_BINS = 10_000;

/**
 * Count numbers in bins of equal width, the same for all groups: one row per group, one column `lo - hi` per bin.
 *
 * `edges` stand in place of edges from the least to the greatest number, and what lies outside of them is left out: so
 * a part is counted in the bins of its whole. Null numbers are left out. `cumulative` adds up from the left,
 * `normalize` divides by the total of what is shown.
 * @throws AppError post_processing
 */
export function histogram(frame: Frame, options: Options): Frame {
  const name = text(options, 'column');
  const by = texts(options, 'groupby');
  const bins = numberOr(options, 'bins', 5);
  requireColumns(frame, [name, ...by]);
  if (!Number.isInteger(bins) || bins < 1 || bins > MAX_BINS)
    failPost(`\`bins\` must be a whole number from 1 to ${MAX_BINS}.`);
  const numbers = checkedNumbers(columnNamed(frame, name));
  const keys = by.map((one) => columnNamed(frame, one));
  const groups = keys.length === 0 ? null : groupRows(keys, frame.rowCount, true);
  const edges = givenEdges(options) ?? binEdges(numbers, bins);
  if (!edges) return { rowCount: 0, index: [], columns: keys.map((column) => ({ ...column, values: [] })) };

  const members = groups ? rowsOfGroups(groups) : [Int32Array.from({ length: frame.rowCount }, (_, row) => row)];
  const counts = members.map((rows) => countIn(rows, numbers, edges, flag(options, 'cumulative', false)));
  const total = counts.reduce((sum, row) => sum + row.reduce((a, b) => a + b, 0), 0);
  const divisor = flag(options, 'normalize', false) ? total : 1;
  const keyColumns = keys.map((column): FrameColumn => ({
    ...column,
    values: Array.from(groups?.first ?? [], (row) => column.values[row] ?? null),
  }));
  const binColumns = Array.from({ length: edges.length - 1 }, (_, bin): FrameColumn => ({
    path: [`${floatText(edges[bin] ?? 0)} - ${floatText(edges[bin + 1] ?? 0)}`],
    kind: 'numeric',
    values: Float64Array.from(counts, (row) => (row[bin] ?? 0) / divisor),
  }));
  return { rowCount: members.length, index: [], columns: [...keyColumns, ...binColumns] };
}

/** @throws AppError post_processing if a cell that is not null is no number */
function checkedNumbers({ path, values }: FrameColumn): Float64Array {
  const numbers = numbersOf(values);
  if (!(values instanceof Float64Array) && values.some((cell, row) => cell !== null && Number.isNaN(numbers[row])))
    failPost(`Column '${path[0] ?? ''}' contains non-numeric values`);
  return numbers;
}

/** @throws AppError post_processing if they are no rising numbers */
function givenEdges({ edges }: Options): Float64Array | null {
  if (edges === undefined || edges === null) return null;
  const given: readonly unknown[] = Array.isArray(edges) ? edges : [];
  const isRising = given.every(
    (edge, at) => typeof edge === 'number' && Number.isFinite(edge) && (at === 0 || edge > Number(given[at - 1])),
  );
  if (!isRising || given.length < 2 || given.length > MAX_BINS + 1)
    failPost(`\`edges\` must be 2 to ${MAX_BINS + 1} rising numbers.`);
  return Float64Array.from(given, Number);
}

/** Edges from the smallest to the greatest number; around a single one, half a unit to each side. */
function binEdges(numbers: Float64Array, bins: number): Float64Array | null {
  let [low, high] = [Infinity, -Infinity];
  for (const value of numbers) {
    if (!Number.isFinite(value)) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) return null;
  if (low === high) [low, high] = [low - 0.5, high + 0.5];
  const step = (high - low) / bins;
  return Float64Array.from({ length: bins + 1 }, (_, at) => (at === bins ? high : low + at * step));
}

function countIn(
  rows: ArrayLike<number>,
  numbers: Float64Array,
  edges: Float64Array,
  cumulative: boolean,
): Float64Array {
  const counts = new Float64Array(edges.length - 1);
  for (let at = 0; at < rows.length; at += 1) {
    const value = numbers[rows[at] ?? 0] ?? Number.NaN;
    // Also leaves out what is no number.
    if (!(value >= (edges[0] ?? 0) && value <= (edges.at(-1) ?? 0))) continue;
    const bin = binOf(value, edges);
    counts[bin] = (counts[bin] ?? 0) + 1;
  }
  if (cumulative)
    for (let bin = 1; bin < counts.length; bin += 1) counts[bin] = (counts[bin] ?? 0) + (counts[bin - 1] ?? 0);
  return counts;
}

/** The last bin holds its upper edge too. */
function binOf(value: number, edges: Float64Array): number {
  let [low, high] = [0, edges.length - 2];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((edges[middle] ?? 0) <= value) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** The shortest text that is this number, with a decimal: `1.0`, `5.800000000000001`, `1e+16`, `1e-05`. */
export function floatText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size >= 1e16 || size < 1e-4)) return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  return Number.isInteger(value) ? `${value}.0` : String(value);
}
