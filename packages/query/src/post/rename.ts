import { failPost, type Frame, requireColumns } from './frame.ts';
import { numberOr, type Options, record } from './options.ts';

/**
 * Rename on one level of the column names, the first by default; `null` takes the name out of a flattened one.
 * @throws AppError post_processing
 */
export function rename(frame: Frame, options: Options): Frame {
  const names = new Map(
    Object.entries(record(options, 'columns')).map(([from, to]): [string, string | null] => [
      from,
      typeof to === 'string' || to === null ? to : failPost('`columns` must map names to names.'),
    ]),
  );
  if (names.size === 0) return frame;
  const level = numberOr(options, 'level', 0);
  if (level === 0) requireColumns(frame, [...names.keys()]);
  const there = new Set(frame.columns.map(({ path }) => path[level]));
  if (there.has(undefined) && frame.rowCount > 0) failPost(`There is no level ${level} in the column names.`);
  if (frame.rowCount > 0 && [...names.values()].every((name) => there.has(name))) failPost('Label already exists');
  return {
    ...frame,
    columns: frame.columns.map((column) => {
      const part = column.path[level];
      const now = typeof part === 'string' ? names.get(part) : undefined;
      return now === undefined ? column : { ...column, path: column.path.with(level, now) };
    }),
  };
}
