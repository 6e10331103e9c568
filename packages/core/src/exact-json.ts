/**
 * JSON in which integers of any size survive: beyond 2^53 they are bigints, elsewhere numbers, and back again. The
 * parser and printer of the language do the work; only texts with such integers take a second pass. Server and browser
 * both read and write with it.
 */

/**
 * An integer outside of texts: no part of a decimal, of a power, or of a longer number. Integers of databases have up
 * to 256 bits, which is 78 digits; to read many more would take long.
 */
const LONG_INTEGER = /(?<![\d.eE+-])-?[1-9]\d{15,99}(?![\d.eE])/g;
/** Stands before the digits while the text is parsed and printed; JSON holds it in escaped form alone. */
const MARK = '\u0000integer ';

/** JSON text → value. @throws SyntaxError on text that is no JSON */
export function parseExactJson(text: string, parse: (text: string) => unknown = JSON.parse): unknown {
  if (!mayBeLong(text)) return parse(text);
  // A text that holds what marks are made of gets one that nobody can have sent.
  const mark = text.includes('\\u0000') ? uniqueMark() : MARK;
  const marked = markIntegers(text, mark);
  return marked === text ? parse(text) : unmarked(parse(marked), mark);
}

/** Value → JSON text. A bigint is written as the integer that it is, and read again as such. */
export function printExactJson(value: unknown, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch (error) {
    // The printer of the language refuses bigints, and few values hold one.
    if (!(error instanceof TypeError)) throw error;
    const mark = uniqueMark();
    const printed = new RegExp(`"${JSON.stringify(mark).slice(1, -1).replace('\\', '\\\\')}(-?\\d+)"`, 'g');
    return JSON.stringify(
      value,
      (_, part: unknown) => (typeof part === 'bigint' ? `${mark}${part}` : part),
      indent,
    ).replace(printed, '$1');
  }
}

/** Digits in a row that a number may not be able to hold. */
const LONG = 16;

/**
 * Whether so many digits stand in a row anywhere. No such row fits between the characters that are looked at, one of
 * sixteen: an answer of some megabytes costs no millisecond.
 */
function mayBeLong(text: string): boolean {
  for (let at = LONG - 1; at < text.length; at += LONG) {
    if (!isDigit(text, at)) continue;
    let from = at;
    while (isDigit(text, from - 1)) from -= 1;
    let to = at + 1;
    while (to - from < LONG && isDigit(text, to)) to += 1;
    if (to - from >= LONG) return true;
  }
  return false;
}

/** Outside of the text there is none. */
function isDigit(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 48 && code <= 57;
}

function uniqueMark(): string {
  return `${MARK}${Math.random().toString(36).slice(2)} `;
}

/** The text with every integer that a number cannot hold as a marked text. */
function markIntegers(text: string, mark: string): string {
  const escaped = JSON.stringify(mark).slice(0, -1);
  const parts: string[] = [];
  for (let at = 0; at < text.length;) {
    const quote = text.indexOf('"', at);
    const end = quote < 0 ? text.length : quote;
    parts.push(
      text
        .slice(at, end)
        .replace(LONG_INTEGER, (digits) => (Number.isSafeInteger(Number(digits)) ? digits : `${escaped}${digits}"`)),
    );
    at = quote < 0 ? text.length : endOfString(text, quote) + 1;
    parts.push(text.slice(end, at));
  }
  return parts.join('');
}

/** The same value with integers in the place of marks; objects are changed where they are. */
function unmarked(root: unknown, mark: string): unknown {
  const pending: object[] = [];
  const read = (part: unknown): unknown => {
    if (typeof part === 'string') return part.startsWith(mark) ? BigInt(part.slice(mark.length)) : part;
    if (typeof part === 'object' && part !== null) pending.push(part);
    return part;
  };
  const value = read(root);
  for (let holder = pending.pop(); holder !== undefined; holder = pending.pop()) {
    if (Array.isArray(holder)) {
      for (let at = 0; at < holder.length; at += 1) holder[at] = read(holder[at]);
    } else {
      const fields = holder as Record<string, unknown>;
      for (const key of Object.keys(fields)) fields[key] = read(fields[key]);
    }
  }
  return value;
}

/** Where the closing quote of a text stands that begins at `start`; the length of the whole where there is none. */
export function endOfString(text: string, start: number): number {
  for (let quote = text.indexOf('"', start + 1); quote >= 0; quote = text.indexOf('"', quote + 1)) {
    let slashes = 0;
    while (text.charCodeAt(quote - 1 - slashes) === 0x5c) slashes += 1;
    if (slashes % 2 === 0) return quote;
  }
  return text.length;
}
