/** How well a label fits what is typed, and which of its letters were meant. */
export type Match = { readonly score: number; readonly ranges: readonly (readonly [number, number])[] };

const nothingTyped: Match = { score: 0, ranges: [] };

/**
 * How well a label fits what is typed; `null` where it does not. The beginning of a label counts most, then the
 * beginning of one of its words, then letters in a row, then letters in order that begin at a word.
 */
export function matchLabel(typed: string, label: string): Match | null {
  if (typed === '') return nothingTyped;
  const wanted = typed.toLowerCase();
  const text = label.toLowerCase();
  if (text.startsWith(wanted)) {
    const isWhole = text.length === wanted.length;
    return { score: (isWhole ? 1000 : 800) - Math.min(100, text.length - wanted.length), ranges: [[0, typed.length]] };
  }
  const word = wordStart(text, label, wanted);
  if (word !== -1) return { score: 600 - Math.min(100, word), ranges: [[word, word + typed.length]] };
  const inside = wanted.length > 1 ? text.indexOf(wanted) : -1;
  if (inside !== -1) return { score: 400 - Math.min(100, inside), ranges: [[inside, inside + typed.length]] };
  return inOrder(wanted, text, label);
}

function wordStart(text: string, label: string, wanted: string): number {
  for (let at = text.indexOf(wanted, 1); at !== -1; at = text.indexOf(wanted, at + 1))
    if (beginsWord(label, at)) return at;
  return -1;
}

function beginsWord(label: string, at: number): boolean {
  const before = label.charAt(at - 1);
  if (at === 0 || !/[\p{L}\p{N}]/u.test(before)) return true;
  return /\p{Ll}|\p{N}/u.test(before) && /\p{Lu}/u.test(label.charAt(at));
}

/** Letters in their order: each goes on from the one before it, or begins a word. */
function inOrder(wanted: string, text: string, label: string): Match | null {
  const ranges: [number, number][] = [];
  let at = -1;
  for (const letter of wanted) {
    const next = text.charAt(at + 1) === letter ? at + 1 : nextWord(text, label, letter, at + 1);
    if (next === -1) return null;
    const last = ranges.at(-1);
    if (last?.[1] === next) last[1] = next + 1;
    else ranges.push([next, next + 1]);
    at = next;
  }
  return { score: 200 - Math.min(100, ranges.length * 10 + (ranges[0]?.[0] ?? 0)), ranges };
}

function nextWord(text: string, label: string, letter: string, from: number): number {
  for (let at = text.indexOf(letter, from); at !== -1; at = text.indexOf(letter, at + 1))
    if (beginsWord(label, at)) return at;
  return -1;
}

/** How many letters change one name into another, at most `limit` + 1: swapped neighbours are one change. */
export function editDistance(left: string, right: string, limit: number): number {
  if (Math.abs(left.length - right.length) > limit) return limit + 1;
  let before: number[] = [];
  let row = Array.from({ length: right.length + 1 }, (_, at) => at);
  for (let i = 1; i <= left.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= right.length; j += 1) {
      const isSame = left[i - 1] === right[j - 1];
      let cost = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + (isSame ? 0 : 1));
      if (i > 1 && j > 1 && left[i - 1] === right[j - 2] && left[i - 2] === right[j - 1])
        cost = Math.min(cost, (before[j - 2] ?? 0) + 1);
      next.push(cost);
    }
    if (Math.min(...next) > limit) return limit + 1;
    before = row;
    row = next;
  }
  return row[right.length] ?? 0;
}

/** The names nearest to one that is not there, at most three; what differs in its quotes or capitals alone is first. */
export function nearestNames(name: string, names: readonly string[], most = 3): readonly string[] {
  const wanted = name.toLowerCase();
  const limit = wanted.length <= 3 ? 1 : wanted.length <= 6 ? 2 : 3;
  const near = new Map<string, number>();
  for (const each of names) {
    const text = each.toLowerCase();
    const distance = editDistance(wanted, text, limit);
    const isPart =
      wanted.length >= 3 && (text.startsWith(wanted) || text.endsWith(`_${wanted}`) || sameLetters(text, wanted));
    if (distance <= limit) near.set(each, distance);
    else if (isPart) near.set(each, limit + 1);
  }
  return [...near]
    .toSorted((one, other) => one[1] - other[1] || one[0].localeCompare(other[0]))
    .slice(0, most)
    .map(([each]) => each);
}

function sameLetters(left: string, right: string): boolean {
  const plain = (text: string) => text.replaceAll(/[^\p{L}\p{N}]/gu, '');
  return plain(left) === plain(right);
}
