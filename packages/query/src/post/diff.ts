import { columnsOfNames, failPost, type Frame, type FrameColumn, mapColumns, numbersOf, withColumns } from './frame.ts';
import { columnMap, numberOr, type Options } from './options.ts';

/**
 * Difference to the value some rows before (`axis` 0), or some columns before (`axis` 1).
 * @throws AppError
 * post_processing
 */
export function diff(frame: Frame, options: Options): Frame {
  const periods = numberOr(options, 'periods', 1);
  const axis = numberOr(options, 'axis', 0);
  const map = columnMap(options);
  if (!Number.isInteger(periods)) failPost('`periods` must be a whole number.');
  if (axis !== 0 && axis !== 1) failPost('`axis` must be 0 or 1.');
  if (axis === 0) {
    return mapColumns(frame, map, ({ values }) => {
      const numbers = numbersOf(values);
      return numbers.map((value, row) => value - (numbers[row - periods] ?? Number.NaN));
    });
  }
  const sources = columnsOfNames(frame, Object.keys(map)).flat();
  const results = sources.map((column, at): FrameColumn => {
    const before = sources[at - periods];
    const other = before ? numbersOf(before.values) : null;
    return {
      path: [map[column.path[0] ?? ''] ?? '', ...column.path.slice(1)],
      kind: 'numeric',
      values: numbersOf(column.values).map((value, row) => value - (other?.[row] ?? Number.NaN)),
    };
  });
  return withColumns(frame, frame.columns, results);
}
