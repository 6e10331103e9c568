type Stretch = {
  /** Looks from here … */
  readonly from?: number;
  /** … and not behind this. */
  readonly end?: number;
};

/**
 * Where a text stands in another, like `indexOf`, in the time of both: the search of the language compares the text
 * anew at each place, which takes minutes where somebody wrote a megabyte of one letter.
 *
 * @returns -1 where it does not stand there
 */
export function findText(text: string, sought: string, stretch: Stretch = {}): number {
  for (const at of placesOf(text, sought, stretch)) return at;
  return -1;
}

/** Every such place, of texts that overlap, too; of an empty text the first alone. */
export function* placesOf(
  text: string,
  sought: string,
  { from = 0, end = text.length }: Stretch = {},
): Generator<number, void> {
  if (from + sought.length > end) return;
  if (sought === '') return yield from;
  const again = restarts(sought);
  let matched = 0;
  for (let at = from; at < end; at += 1) {
    const unit = text.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = again[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    if (matched < sought.length) continue;
    yield at - matched + 1;
    matched = again[matched - 1] ?? 0;
  }
}

/** For each beginning of a text: how much of its end is a beginning, too. */
function restarts(sought: string): Uint32Array {
  const lengths = new Uint32Array(sought.length);
  let matched = 0;
  for (let at = 1; at < sought.length; at += 1) {
    const unit = sought.charCodeAt(at);
    while (matched > 0 && sought.charCodeAt(matched) !== unit) matched = lengths[matched - 1] ?? 0;
    if (sought.charCodeAt(matched) === unit) matched += 1;
    lengths[at] = matched;
  }
  return lengths;
}
