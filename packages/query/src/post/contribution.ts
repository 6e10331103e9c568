import { columnsOfNames, failPost, type Frame, type FrameColumn, numbersOf, withColumns } from './frame.ts';
import { isRecord, type Options, textOr, texts } from './options.ts';

/**
 * Numbers as shares: of their column (default) or of their row.
 *
 * Without `columns` all numeric ones are taken. By row, columns of a time shift form a row of their own, and nulls stay
 * null; by column, nulls count as 0. A total of 0 gives null, or 0 where `contribution_totals` says so.
 * @throws AppError post_processing
 */
export function contribution(frame: Frame, options: Options): Frame {
  const named = texts(options, 'columns');
  const wanted =
    named.length > 0 ? columnsOfNames(frame, named).flat() : frame.columns.filter(({ kind }) => kind === 'numeric');
  const wrong = wanted.find(({ kind }) => kind !== 'numeric');
  // What a database says of the kind of no values is a guess.
  if (wrong && frame.rowCount > 0)
    failPost(`Column ${wrong.path[0] ?? ''} is not numeric. Contribution needs numbers.`);
  const renames = texts(options, 'rename_columns');
  if (renames.length > 0 && renames.length !== named.length)
    failPost('`rename_columns` must have the same length as `columns`.');

  const totals = isRecord(options['contribution_totals']) ? options['contribution_totals'] : null;
  const shares =
    textOr(options, 'orientation', 'column') === 'row'
      ? byRow(frame, wanted, texts(options, 'time_shifts'))
      : wanted.map((column) => byColumn(column, totals));
  const results = wanted.map((column, at): FrameColumn => {
    const rename = renames[named.indexOf(column.path[0] ?? '')];
    return {
      path: rename === undefined ? column.path : [rename, ...column.path.slice(1)],
      kind: 'numeric',
      values: shares[at] ?? new Float64Array(),
    };
  });
  return withColumns(frame, frame.columns, results);
}

function byColumn(column: FrameColumn, totals: Options | null): Float64Array {
  const numbers = numbersOf(column.values).map((value) => (Number.isNaN(value) ? 0 : value));
  const given = totals?.[column.path[0] ?? ''];
  const total =
    totals === null ? numbers.reduce((sum, value) => sum + value, 0) : typeof given === 'number' ? given : 0;
  if (total === 0) return numbers.fill(totals === null ? Number.NaN : 0);
  return numbers.map((value) => value / total);
}

function byRow(frame: Frame, wanted: readonly FrameColumn[], shifts: readonly string[]): readonly Float64Array[] {
  const groupOf = ({ path }: FrameColumn) => shifts.find((shift) => path[0]?.endsWith(shift)) ?? '';
  const sums = new Map<string, Float64Array>();
  const numbers = wanted.map(({ values }) => numbersOf(values));
  wanted.forEach((column, at) => {
    const group = groupOf(column);
    const sum = sums.get(group) ?? new Float64Array(frame.rowCount);
    sums.set(group, sum);
    numbers[at]?.forEach((value, row) => {
      if (!Number.isNaN(value)) sum[row] = (sum[row] ?? 0) + value;
    });
  });
  return wanted.map((column, at) => {
    const sum = sums.get(groupOf(column));
    return (numbers[at] ?? new Float64Array()).map((value, row) => (sum?.[row] ? value / sum[row] : Number.NaN));
  });
}
