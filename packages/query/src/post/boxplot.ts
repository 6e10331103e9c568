import type { Cell } from '@tessera/core/table';
import { mean, percentile } from './aggregators.ts';
import { columnNamed, failPost, type Frame, type FrameColumn, numbersOf, requireColumns } from './frame.ts';
import { membersBy } from './groups.ts';
import { type Options, textOr, texts } from './options.ts';

type Whiskers = (
  ascending: Float64Array,
  q1: number,
  q3: number,
) => { readonly low: number | null; readonly high: number | null; readonly hasOutliers: boolean };

const PARTS = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count', 'outliers'] as const;
type Box = Readonly<Record<(typeof PARTS)[number], Cell>>;

/**
 * The numbers of box plots: per group and metric `__mean`, `__median`, `__max`, `__min` (the whiskers), `__q1`, `__q3`,
 * `__count` (nulls included) and `__outliers`. Rows whose key is null are a group as well: left out, they would be
 * missing unseen. Texts are read as numbers where they can be.
 * @throws AppError post_processing
 */
export function boxplot(frame: Frame, options: Options): Frame {
  const names = texts(options, 'groupby');
  const metrics = texts(options, 'metrics');
  requireColumns(frame, [...names, ...metrics]);
  const whiskers = whiskersOf(options);
  const keys = names.map((name) => columnNamed(frame, name));
  const { members, first } = membersBy(keys, frame.rowCount, true);
  const keyColumns = keys.map((column): FrameColumn => ({
    ...column,
    values: Array.from(first, (row) => column.values[row] ?? null),
  }));
  const boxes = metrics.flatMap((metric) => {
    const numbers = numbersOf(columnNamed(frame, metric).values);
    const made = members.map((rows) =>
      boxOf(
        Float64Array.from(rows, (row) => numbers[row] ?? Number.NaN),
        whiskers,
      ),
    );
    return PARTS.map((part): FrameColumn => ({
      path: [`${metric}__${part}`],
      kind: part === 'outliers' ? 'string' : 'numeric',
      values: made.map((box) => box[part]),
    }));
  });
  return { rowCount: members.length, index: [], columns: [...keyColumns, ...boxes] };
}

function boxOf(all: Float64Array, whiskers: Whiskers): Box {
  const numbers = all.filter((value) => !Number.isNaN(value));
  const ascending = numbers.toSorted();
  const [q1, q3] = [percentile(numbers, 25, 'midpoint'), percentile(numbers, 75, 'midpoint')];
  if (q1 === null || q3 === null)
    return { mean: null, median: null, max: null, min: null, q1, q3, count: all.length, outliers: [] };
  const { low, high, hasOutliers } = whiskers(ascending, q1, q3);
  const beyond = hasOutliers
    ? [
        ...numbers.filter((value) => high !== null && value > high),
        ...numbers.filter((value) => low !== null && value < low),
      ]
    : [];
  return {
    mean: mean(numbers),
    median: percentile(numbers, 50),
    max: high,
    min: low,
    q1,
    q3,
    count: all.length,
    outliers: beyond,
  };
}

function whiskersOf(options: Options): Whiskers {
  const type = textOr(options, 'whisker_type', '');
  if (type === 'tukey') {
    // Each whisker ends at the last number within 1.5 times the box.
    return (ascending, q1, q3) => {
      const reach = 1.5 * (q3 - q1);
      return {
        high: ascending.findLast((value) => value <= q3 + reach) ?? null,
        low: ascending.find((value) => value >= q1 - reach) ?? null,
        hasOutliers: true,
      };
    };
  }
  if (type === 'min/max')
    return (ascending) => ({ low: ascending[0] ?? null, high: ascending.at(-1) ?? null, hasOutliers: false });
  if (type !== 'percentile') return failPost(`Unsupported whisker type: ${type}`);
  const given: readonly unknown[] = Array.isArray(options['percentiles']) ? options['percentiles'] : [];
  const [low, high] = given;
  if (
    given.length !== 2 ||
    typeof low !== 'number' ||
    typeof high !== 'number' ||
    !(low >= 0 && low < high && high <= 100)
  ) {
    return failPost(
      'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
    );
  }
  return (ascending) => ({ low: percentile(ascending, low), high: percentile(ascending, high), hasOutliers: true });
}
