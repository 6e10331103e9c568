import { escapeSeparator, failPost, type Frame, type FrameColumn, joinPath, unescapeSeparator } from './frame.ts';
import { flag, type Options } from './options.ts';

/**
 * Join the levels of column names with ', ' and make the index the first columns. `drop_levels` are left out of names.
 */
export function flatten(frame: Frame, options: Options): Frame {
  const dropped = dropLevels(options);
  const columns = frame.columns.map((column): FrameColumn => {
    if (column.path.length === 1) return column;
    const path = column.path.filter((_, level) => !dropped.has(level));
    const name = joinPath(path.length === 1 ? [...path, null] : path);
    return { ...column, path: [name], parts: path.filter((part) => part !== null) };
  });
  if (!flag(options, 'reset_index', true)) return { ...frame, columns };
  const index = frame.index.map(({ name, kind, values }): FrameColumn => ({ path: [name], kind, values }));
  return { ...frame, index: [], columns: [...index, ...columns] };
}

function dropLevels(options: Options): ReadonlySet<number> {
  const levels = options['drop_levels'] ?? [];
  if (!Array.isArray(levels) || levels.some((level) => !Number.isInteger(level)))
    return failPost('`drop_levels` must be a list of level numbers.');
  return new Set(levels);
}

/** Escape the commas of all column names. */
export function escapeNames(frame: Frame): Frame {
  return renamed(frame, escapeSeparator);
}

/** The commas as they were. */
export function unescapeNames(frame: Frame): Frame {
  return renamed(frame, unescapeSeparator);
}

function renamed(frame: Frame, change: (name: string) => string): Frame {
  return {
    ...frame,
    columns: frame.columns.map((column) => ({
      ...column,
      path: column.path.map((part) => (part === null ? null : change(part))),
    })),
  };
}
