import type { Mark } from '@tessera/viz/marks';

/**
 * The mark that a key leads to from the current one: left and right along its series, up and down to the same place of
 * the series beside it, Home and End to the ends. Null for any other key.
 */
export function stepMark(marks: readonly Mark[], current: string | null, key: string): Mark | null {
  const [first] = marks;
  if (first === undefined || !(key in STEPS)) return null;
  const at = marks.findIndex((mark) => mark.key === current);
  if (at < 0) return key === 'End' ? (marks.at(-1) ?? first) : first;
  switch (STEPS[key as keyof typeof STEPS]) {
    case 'back':
      return marks[Math.max(0, at - 1)] ?? first;
    case 'on':
      return marks[Math.min(marks.length - 1, at + 1)] ?? first;
    case 'first':
      return first;
    case 'last':
      return marks.at(-1) ?? first;
    case 'above':
      return beside(marks, at, -1);
    case 'below':
      return beside(marks, at, 1);
  }
}

/** The mark that a key leads to in the series of the current one, for a range of its values; null for any other key. */
export function stepInSeries(marks: readonly Mark[], current: Mark, key: string): Mark | null {
  if (key === 'ArrowUp' || key === 'ArrowDown') return null;
  return stepMark(
    marks.filter(({ series }) => series === current.series),
    current.key,
    key,
  );
}

const STEPS = {
  ArrowLeft: 'back',
  ArrowRight: 'on',
  ArrowUp: 'above',
  ArrowDown: 'below',
  Home: 'first',
  End: 'last',
} as const;

/** The mark of the next series at the same place; the nearest one where that series has a gap. */
function beside(marks: readonly Mark[], at: number, step: 1 | -1): Mark {
  const here = marks[at];
  if (here === undefined) throw new RangeError('no mark at this place');
  const names = [...new Set(marks.map(({ series }) => series))];
  const wanted = names[names.indexOf(here.series) + step];
  const others = wanted === undefined ? [] : marks.filter(({ series }) => series === wanted);
  const place = placeOf(here);
  return (
    others.reduce<Mark | null>(
      (best, mark) =>
        best === null || Math.abs(placeOf(mark) - place) < Math.abs(placeOf(best) - place) ? mark : best,
      null,
    ) ?? here
  );
}

function placeOf({ drawn }: Mark): number {
  return drawn?.dataIndex ?? 0;
}
