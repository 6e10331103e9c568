import { columnsOfNames, type Frame, requireColumns } from './frame.ts';
import { columnMap, type Options, texts } from './options.ts';

/**
 * Keep the named columns in their order (all if none is named), leave out others, rename.
 * @throws AppError
 * post_processing
 */
export function select(frame: Frame, options: Options): Frame {
  const names = texts(options, 'columns');
  const excluded = texts(options, 'exclude');
  const renames = columnMap(options, 'rename');
  requireColumns(frame, excluded);
  const picked = names.length > 0 ? columnsOfNames(frame, names).flat() : frame.columns;
  const kept = picked.filter(({ path }) => !excluded.includes(path[0] ?? ''));
  requireColumns({ ...frame, columns: kept }, Object.keys(renames));
  return {
    ...frame,
    columns: kept.map((column) => {
      const name = column.path[0] ?? '';
      return Object.hasOwn(renames, name) ? { ...column, path: column.path.with(0, renames[name] ?? name) } : column;
    }),
  };
}
