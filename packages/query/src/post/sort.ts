import { compareCells } from '@tessera/core/cell-order';
import { cellOf, columnNamed, failPost, type Frame, takeRows } from './frame.ts';
import type { Key } from './groups.ts';
import { flag, type Options, texts } from './options.ts';

/**
 * Order rows by columns, or by the index. Stable; nulls come last either way.
 *
 * `by` names columns or levels of the index; `ascending` is one answer or a list of them.
 * @throws AppError post_processing
 */
export function sort(frame: Frame, options: Options): Frame {
  const by = texts(options, 'by');
  const isIndex = flag(options, 'is_sort_index', false);
  if (!isIndex && by.length === 0) return frame;
  const keys = isIndex ? frame.index : by.map((name) => keyNamed(frame, name));
  const ascending = directions(options['ascending'], keys.length);
  // Without an index rows are numbered, and sorting by numbers downwards turns them round.
  if (isIndex && keys.length === 0)
    return ascending[0] === false
      ? takeRows(
          frame,
          Array.from({ length: frame.rowCount }, (_, row) => frame.rowCount - 1 - row),
        )
      : frame;
  const order = Array.from({ length: frame.rowCount }, (_, row) => row);
  order.sort((a, b) => {
    for (const [at, { kind, values }] of keys.entries()) {
      const [one, other] = [cellOf(values, a), cellOf(values, b)];
      const compared = compareCells(one, other, kind);
      if (compared !== 0) return one === null || other === null || ascending[at] !== false ? compared : -compared;
    }
    return a - b;
  });
  return takeRows(frame, order);
}

function keyNamed(frame: Frame, name: string): Key {
  const isColumn = frame.columns.some(({ path }) => path[0] === name);
  return (isColumn ? undefined : frame.index.find((level) => level.name === name)) ?? columnNamed(frame, name);
}

function directions(value: unknown, count: number): readonly boolean[] {
  const list: readonly unknown[] = Array.isArray(value)
    ? value
    : Array.from({ length: Math.max(1, count) }, () => value ?? true);
  if (list.length < count || list.some((one) => typeof one !== 'boolean'))
    return failPost('`ascending` must be one answer, or one for each column.');
  return list.filter((one) => typeof one === 'boolean');
}
