/** A part of a line, and whether the other side has it. */
export type DiffPart = { readonly text: string; readonly isChanged: boolean };
export type DiffSide = { readonly line: number; readonly parts: readonly DiffPart[] };
/** Two lines beside each other; `null` where one side has none. */
export type DiffRow = {
  readonly kind: 'same' | 'changed' | 'removed' | 'added';
  readonly left: DiffSide | null;
  readonly right: DiffSide | null;
};

/** More changes than these are not worth the search: all between the equal ends counts as changed. */
const MAX_CHANGES = 2000;

/** Two texts side by side, line by line; in lines that changed the words that did. */
export function diffTexts(left: string, right: string): readonly DiffRow[] {
  const lines = [left.split('\n'), right.split('\n')] as const;
  const rows: DiffRow[] = [];
  for (const { kind, left: one, right: other } of rangesOf(lines[0], lines[1])) {
    if (kind === 'same') {
      for (let at = 0; at < one.to - one.from; at += 1) {
        const parts = [{ text: lines[0][one.from + at] ?? '', isChanged: false }];
        rows.push({ kind, left: { line: one.from + at + 1, parts }, right: { line: other.from + at + 1, parts } });
      }
      continue;
    }
    for (let at = 0; at < Math.max(one.to - one.from, other.to - other.from); at += 1) {
      rows.push(
        changedRow(
          lines,
          one.from + at < one.to ? one.from + at : null,
          other.from + at < other.to ? other.from + at : null,
        ),
      );
    }
  }
  return rows;
}

function changedRow(
  [left, right]: readonly [readonly string[], readonly string[]],
  at: number | null,
  other: number | null,
): DiffRow {
  const one = at === null ? null : (left[at] ?? '');
  const two = other === null ? null : (right[other] ?? '');
  const whole = (text: string) => [{ text, isChanged: true }];
  if (one === null || at === null)
    return { kind: 'added', left: null, right: { line: (other ?? 0) + 1, parts: whole(two ?? '') } };
  if (two === null || other === null)
    return { kind: 'removed', left: { line: at + 1, parts: whole(one) }, right: null };
  const words = [wordsOf(one), wordsOf(two)] as const;
  const ranges = rangesOf(words[0], words[1]);
  const parts = (side: 'left' | 'right', list: readonly string[]) =>
    ranges.flatMap((range) => {
      const text = list.slice(range[side].from, range[side].to).join('');
      return text === '' ? [] : [{ text, isChanged: range.kind !== 'same' }];
    });
  return {
    kind: 'changed',
    left: { line: at + 1, parts: parts('left', words[0]) },
    right: { line: other + 1, parts: parts('right', words[1]) },
  };
}

function wordsOf(line: string): readonly string[] {
  return line.match(/[\p{L}\p{N}_]+|\s+|[^\p{L}\p{N}_\s]/gu) ?? [];
}

type Range = { readonly from: number; readonly to: number };
type Ranges = { readonly kind: 'same' | 'other'; readonly left: Range; readonly right: Range };

/** Stretches that are the same and those between them, in order. */
function rangesOf(left: readonly string[], right: readonly string[]): readonly Ranges[] {
  let start = 0;
  while (start < left.length && start < right.length && left[start] === right[start]) start += 1;
  let end = 0;
  while (end < left.length - start && end < right.length - start && left.at(-1 - end) === right.at(-1 - end)) end += 1;
  const middle = shortestEdit(left.slice(start, left.length - end), right.slice(start, right.length - end));
  const ranges: Ranges[] = [];
  const push = (kind: Ranges['kind'], one: Range, other: Range) => {
    if (one.from < one.to || other.from < other.to) ranges.push({ kind, left: one, right: other });
  };
  push('same', { from: 0, to: start }, { from: 0, to: start });
  let at = { left: start, right: start };
  for (const { left: one, right: other, length } of middle) {
    const next = { left: start + one, right: start + other };
    push('other', { from: at.left, to: next.left }, { from: at.right, to: next.right });
    push('same', { from: next.left, to: next.left + length }, { from: next.right, to: next.right + length });
    at = { left: next.left + length, right: next.right + length };
  }
  const tail = { left: left.length - end, right: right.length - end };
  push('other', { from: at.left, to: tail.left }, { from: at.right, to: tail.right });
  push('same', { from: tail.left, to: left.length }, { from: tail.right, to: right.length });
  return ranges;
}

type Match = { readonly left: number; readonly right: number; readonly length: number };

/** The longest runs that two lists have in common, by the algorithm of Myers; none where they differ too much. */
function shortestEdit(left: readonly string[], right: readonly string[]): readonly Match[] {
  const most = Math.min(left.length + right.length, MAX_CHANGES);
  const reached = new Int32Array(2 * most + 3);
  const trace: Int32Array[] = [];
  const middle = most + 1;
  for (let changes = 0; changes <= most; changes += 1) {
    trace.push(reached.slice(middle - changes - 1, middle + changes + 2));
    for (let diagonal = -changes; diagonal <= changes; diagonal += 2) {
      const below = reached[middle + diagonal + 1] ?? 0;
      const behind = reached[middle + diagonal - 1] ?? 0;
      let x = diagonal === -changes || (diagonal !== changes && behind < below) ? below : behind + 1;
      while (x < left.length && x - diagonal < right.length && left[x] === right[x - diagonal]) x += 1;
      reached[middle + diagonal] = x;
      if (x >= left.length && x - diagonal >= right.length) return matchesOf(trace, left.length, right.length);
    }
  }
  return [];
}

/** The way back through what each number of changes reached. */
function matchesOf(trace: readonly Int32Array[], leftLength: number, rightLength: number): readonly Match[] {
  const matches: Match[] = [];
  let x = leftLength;
  let y = rightLength;
  for (let changes = trace.length - 1; changes >= 0; changes -= 1) {
    const row = trace[changes];
    const at = (diagonal: number) => row?.[diagonal + changes + 1] ?? 0;
    const diagonal = x - y;
    const isDown = diagonal === -changes || (diagonal !== changes && at(diagonal - 1) < at(diagonal + 1));
    const before = isDown ? diagonal + 1 : diagonal - 1;
    const fromX = changes === 0 ? 0 : at(before);
    const fromY = changes === 0 ? 0 : fromX - before;
    const begin = changes === 0 ? { x: 0, y: 0 } : isDown ? { x: fromX, y: fromY + 1 } : { x: fromX + 1, y: fromY };
    if (x > begin.x) matches.push({ left: begin.x, right: begin.y, length: x - begin.x });
    x = fromX;
    y = fromY;
  }
  return matches.toReversed();
}
