import { columnNamed, type Frame, numbersOf } from './frame.ts';
import { membersBy } from './groups.ts';
import { type Options, text, textOr } from './options.ts';

/**
 * Append `rank`: the percentile rank in (0, 1] of each row, in its group; ties share their average.
 * @throws AppError
 * post_processing
 */
export function rank(frame: Frame, options: Options): Frame {
  const numbers = numbersOf(columnNamed(frame, text(options, 'metric')).values);
  const by = textOr(options, 'group_by', null);
  const { members } = membersBy(by === null ? [] : [columnNamed(frame, by)], frame.rowCount);
  const ranks = new Float64Array(frame.rowCount).fill(Number.NaN);
  for (const rows of members) {
    const ordered = rows
      .filter((row) => !Number.isNaN(numbers[row]))
      .sort((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0));
    for (let from = 0; from < ordered.length;) {
      let to = from;
      while (to + 1 < ordered.length && numbers[ordered[to + 1] ?? 0] === numbers[ordered[from] ?? 0]) to += 1;
      for (let at = from; at <= to; at += 1) ranks[ordered[at] ?? 0] = (from + to + 2) / 2 / ordered.length;
      from = to + 1;
    }
  }
  return {
    ...frame,
    columns: [
      ...frame.columns.filter(({ path }) => path[0] !== 'rank'),
      { path: ['rank'], kind: 'numeric', values: ranks },
    ],
  };
}
