/**
 * Text without a browser: widths come from a table, so that the server and the browser break, cut and rotate the same
 * labels at the same places.
 */

// Advance widths of Inter at weight 400 in hundredths of an em, for the characters from space to tilde.
const ASCII_WIDTHS = [
  28, 29, 47, 63, 64, 98, 64, 30, 36, 36, 50, 66, 29, 46, 29, 36, 63, 41, 61, 62, 65, 59, 62, 57, 62, 62, 29, 30, 66,
  66, 66, 51, 97, 69, 65, 73, 72, 60, 59, 75, 74, 27, 57, 67, 57, 90, 75, 76, 64, 76, 64, 64, 65, 74, 69, 99, 68, 68,
  63, 36, 36, 36, 47, 46, 32, 56, 61, 57, 61, 58, 37, 61, 59, 24, 24, 55, 24, 88, 59, 60, 61, 61, 38, 53, 33, 59, 56,
  82, 55, 56, 55, 43, 33, 43, 66,
];
const OTHER_WIDTH = 0.6;
const WIDE_WIDTH = 1;

/** Width of one line in px at a font size in px. */
export function textWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text) ems += characterWidth(character.codePointAt(0) ?? 32);
  return ems * fontSize;
}

/** Digits and signs have one width where numbers stand below each other. */
const TABULAR_WIDTH = 0.65;

/** Width of one line of tabular figures in px, as columns of numbers are written. */
export function tabularWidth(text: string, fontSize: number): number {
  let ems = 0;
  for (const character of text)
    ems += /[\d+−-]/u.test(character) ? TABULAR_WIDTH : characterWidth(character.codePointAt(0) ?? 32);
  return ems * fontSize;
}

/**
 * Cut out of the middle, so that the beginning and the end still tell labels apart. At least one character stays on
 * each side.
 */
export function cutMiddle(text: string, maxWidth: number, fontSize: number): string {
  if (textWidth(text, fontSize) <= maxWidth) return text;
  const characters = Array.from(bounded(text));
  // By halves: what keeps more characters is never narrower.
  let [fits, tooWide] = [2, characters.length];
  while (tooWide - fits > 1) {
    const kept = Math.floor((fits + tooWide) / 2);
    if (textWidth(joinCut(characters, kept), fontSize) <= maxWidth) fits = kept;
    else tooWide = kept;
  }
  return joinCut(characters, fits);
}

/**
 * The texts cut to a width. Those that `cutMiddle` would make equal, as their ends are, keep what separates them
 * instead: the part around the first character in which they differ.
 */
export function cutApart(texts: readonly string[], maxWidth: number, fontSize: number): readonly string[] {
  const cuts = texts.map((text) => cutMiddle(text, maxWidth, fontSize));
  const groups = new Map<string, Set<string>>();
  texts.forEach((text, at) => {
    const cut = cuts[at] ?? '';
    if (cut !== text) groups.set(cut, (groups.get(cut) ?? new Set()).add(text));
  });
  return texts.map((text, at) => {
    const group = groups.get(cuts[at] ?? '');
    if (!group || group.size < 2) return cuts[at] ?? '';
    return cutAround(text, sharedLength([...group]), maxWidth, fontSize);
  });
}

/** How many characters all begin with. */
function sharedLength([first = '', ...others]: readonly string[]): number {
  const characters = Array.from(bounded(first));
  const parts = others.map((other) => Array.from(bounded(other)));
  const at = characters.findIndex((character, index) => parts.some((part) => part[index] !== character));
  return at < 0 ? characters.length : at;
}

/** As much around a character as fits; what is left out at the ends is marked. */
function cutAround(text: string, middle: number, maxWidth: number, fontSize: number): string {
  const characters = Array.from(bounded(text));
  const marked = (from: number, to: number) =>
    (from > 0 ? '…' : '') + characters.slice(from, to).join('').trim() + (to < characters.length ? '…' : '');
  const fits = (from: number, to: number) =>
    from >= 0 && to <= characters.length && textWidth(marked(from, to), fontSize) <= maxWidth;
  let [from, to] = [Math.min(middle, characters.length - 1), Math.min(middle + 1, characters.length)];
  while (fits(from, to + 1) || fits(from - 1, to)) {
    if (fits(from, to + 1)) to += 1;
    if (fits(from - 1, to)) from -= 1;
  }
  return marked(from, to);
}

/** Characters at each end of a text that may be seen: a cell may hold a book, and pictures are not that wide. */
const MOST_SEEN = 2_000;

function bounded(text: string): string {
  return text.length > 2 * MOST_SEEN ? text.slice(0, MOST_SEEN) + text.slice(-MOST_SEEN) : text;
}

/**
 * Lines that fit a width, broken between words and as even as they can be; the last one is cut where the text is too
 * long for them. A text without a place to break is one line.
 */
export function wrapLines(whole: string, maxWidth: number, fontSize: number, most = 2): readonly string[] {
  const text = bounded(whole);
  if (most < 2 || textWidth(text, fontSize) <= maxWidth) return [cutMiddle(text, maxWidth, fontSize)];
  const words = text.split(/(?<=[\s–—-])/u);
  const breaks = words.slice(1).map((_, index) =>
    words
      .slice(0, index + 1)
      .join('')
      .trimEnd(),
  );
  const fitting = breaks.filter((line) => textWidth(line, fontSize) <= maxWidth);
  const half = textWidth(text, fontSize) / 2;
  // The first line that holds half of what fits on two, else the longest that fits.
  const first =
    most === 2 && textWidth(text, fontSize) <= 2 * maxWidth
      ? (fitting.find((line) => textWidth(line, fontSize) >= half) ?? fitting.at(-1))
      : fitting.at(-1);
  if (first === undefined) return [cutMiddle(text, maxWidth, fontSize)];
  return [first, ...wrapLines(text.slice(first.length).trimStart(), maxWidth, fontSize, most - 1)];
}

/** One line of plain text: line breaks and tabs of a value would move everything under it. */
export function singleLine(text: string): string {
  return text.replace(/[\s\u0000-\u001f]+/g, ' ').trim();
}

function joinCut(characters: readonly string[], kept: number): string {
  const head = Math.ceil(kept / 2);
  return `${characters.slice(0, head).join('').trimEnd()}…${characters
    .slice(characters.length - (kept - head))
    .join('')
    .trimStart()}`;
}

function characterWidth(code: number): number {
  if (code >= 32 && code < 127) return (ASCII_WIDTHS[code - 32] ?? 60) / 100;
  if (code < 32 || (code >= 0x300 && code < 0x370)) return 0; // controls and combining accents
  if (code === 0x2026) return 0.86;
  return isWide(code) ? WIDE_WIDTH : OTHER_WIDTH;
}

function isWide(code: number): boolean {
  return (
    (code >= 0x1100 && code <= 0x11ff) ||
    (code >= 0x2e80 && code <= 0xd7a3) ||
    (code >= 0xf900 && code <= 0xfaff) ||
    (code >= 0xff00 && code <= 0xff60) ||
    code >= 0x1f300
  );
}
