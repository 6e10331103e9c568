import { tokenize, type SqlGrammar } from './tokens.ts';

/** Characters that are looked at for values with quotes in them, over all of them. */
const MOST_WORK = 200_000_000;
const quotes = /['"`\\]/;

/**
 * The first of the values that stands in a statement as SQL and not inside of one text literal or one quoted name;
 * `null` when all of them are held. A value of one word or number says nothing by itself and is not looked for.
 *
 * @param own  The statement as its author wrote it: what stands in it anyway is the author's.
 */
export function looseValue(sql: string, values: Iterable<string>, own: string, grammar: SqlGrammar): string | null {
  const wanted = [...new Set(values)].filter((value) => value.trim() !== '' && !isOneWord(value, grammar));
  if (wanted.length === 0) return null;
  const read = tokenize(sql, grammar);
  // What does not read is refused by whoever runs it.
  if (!read.ok) return null;
  const spans = read.tokens.map(({ at, start, end, kind }): Span => ({ begin: at, end: at + end - start, holds: kind === 'string' || kind === 'name' }));
  const text = sql.toLowerCase();
  const loose = looseTexts(text, spans).join('\n');
  let work = 0;
  for (const value of wanted) {
    const sought = value.trim().toLowerCase();
    const allowed = countOf(own.toLowerCase(), sought);
    if (!quotes.test(value)) {
      if (countOf(loose, sought) > allowed) return value;
      continue;
    }
    work += text.length;
    if (work > MOST_WORK || looseCount(text, sought, spans, grammar) > allowed) return value;
  }
  return null;
}

type Span = { readonly begin: number; readonly end: number; /** A text literal or a quoted name. */ readonly holds: boolean };

function isOneWord(value: string, grammar: SqlGrammar): boolean {
  const read = tokenize(value, grammar);
  return read.ok && read.tokens.length === 1 && (read.tokens[0]?.kind === 'word' || read.tokens[0]?.kind === 'number' || read.tokens[0]?.kind === 'symbol');
}

/** Stretches between text literals and names, with their quotes; each once. */
function looseTexts(text: string, spans: readonly Span[]): readonly string[] {
  const found = new Set<string>();
  let from = 0;
  for (const { begin, end, holds } of spans) {
    if (!holds) continue;
    found.add(text.slice(from, begin + 1));
    from = end - 1;
  }
  return [...found.add(text.slice(from))];
}

function looseCount(text: string, sought: string, spans: readonly Span[], grammar: SqlGrammar): number {
  let count = 0;
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) {
    const end = at + sought.length;
    const touched = spansAt(spans, at, end);
    const [only] = touched;
    const isHeld = touched.length === 1 && only?.holds === true && only.begin < at && end < only.end && !(grammar.backslashes === true && endsEscape(text, end));
    if (!isHeld) count += 1;
  }
  return count;
}

/** An odd number of backslashes takes the character behind them along. */
function endsEscape(text: string, end: number): boolean {
  return text[end] !== '\\' && (/\\*$/.exec(text.slice(Math.max(0, end - 1000), end))?.[0].length ?? 0) % 2 === 1;
}

/** Tokens that a stretch of the text touches; they are in order. */
function spansAt(spans: readonly Span[], begin: number, end: number): readonly Span[] {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.end ?? 0) <= begin) low = middle + 1;
    else high = middle;
  }
  const touched: Span[] = [];
  for (let index = low; touched.length < 2; index += 1) {
    const span: Span | undefined = spans[index];
    if (span === undefined || span.begin >= end) break;
    touched.push(span);
  }
  return touched;
}

function countOf(text: string, sought: string): number {
  let count = 0;
  for (let at = text.indexOf(sought); at !== -1; at = text.indexOf(sought, at + 1)) count += 1;
  return count;
}
