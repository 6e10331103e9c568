import type { AssistDialect } from './dialects.ts';
import { lexStatement, ownedText, type Aside, type Lexeme, type Span } from './lexer.ts';

/**
 * What stands up to one semicolon, or behind the last. Places inside are counted from its own beginning, so that it
 * stays as it is when the text before it grows.
 */
export type Fragment = {
  readonly text: string;
  readonly tokens: readonly Lexeme[];
  readonly asides: readonly Aside[];
  /** Something in it is not closed: what it means depends on all that follows. */
  readonly isOpen: boolean;
};

export type PlacedFragment = { readonly fragment: Fragment; readonly at: number };

export type Script = {
  readonly text: string;
  readonly dialect: AssistDialect;
  readonly fragments: readonly PlacedFragment[];
  /** Characters that were read to make it; what stayed of the script before it costs nothing. */
  readonly charactersRead: number;
};

/**
 * Read a script. With the script as it was before a change, only the statements that the change touches are read
 * again: what a key costs does not grow with the script.
 */
export function readScript(text: string, dialect: AssistDialect, before: Script | null = null): Script {
  if (before !== null && before.dialect === dialect) return before.text === text ? before : reread(text, before);
  const fragments: PlacedFragment[] = [];
  let at = 0;
  do {
    const fragment = readFragment(text, at, dialect);
    fragments.push({ fragment, at });
    at += fragment.text.length;
  } while (at < text.length);
  return { text, dialect, fragments, charactersRead: text.length };
}

function reread(text: string, before: Script): Script {
  const { dialect } = before;
  const same = commonStart(text, before.text);
  const tail = commonEnd(text, before.text, same);
  const kept = keptFragments(before.fragments, same);
  const fragments = before.fragments.slice(0, kept);
  const moved = text.length - before.text.length;
  const later = new Map(before.fragments.slice(kept).map(({ at }, index) => [at + moved, kept + index]));
  let at = before.fragments[kept]?.at ?? 0;
  let charactersRead = 0;
  do {
    const next = at >= text.length - tail ? later.get(at) : undefined;
    if (next !== undefined) {
      fragments.push(...before.fragments.slice(next).map(({ fragment, at: old }) => ({ fragment, at: old + moved })));
      break;
    }
    const fragment = readFragment(text, at, dialect);
    fragments.push({ fragment, at });
    charactersRead += fragment.text.length;
    at += fragment.text.length;
  } while (at < text.length);
  return { text, dialect, fragments, charactersRead };
}

/** How many fragments at the beginning a change leaves alone that begins at a place. */
function keptFragments(fragments: readonly PlacedFragment[], same: number): number {
  const touched = fragments.findIndex(({ fragment, at }) => fragment.isOpen || at + fragment.text.length > same);
  // The last one may go on behind its end.
  return Math.max(0, Math.min(touched === -1 ? fragments.length : touched, fragments.length - 1));
}

function readFragment(text: string, at: number, dialect: AssistDialect): Fragment {
  const rest = text.slice(at);
  const { tokens, asides, end } = lexStatement(rest, dialect);
  return {
    text: ownedText(rest.slice(0, end)),
    tokens,
    asides,
    isOpen: tokens.some(({ isOpen }) => isOpen === true) || asides.some(({ isOpen }) => isOpen === true),
  };
}

function commonStart(left: string, right: string): number {
  const most = Math.min(left.length, right.length);
  let at = 0;
  while (at < most && left.charCodeAt(at) === right.charCodeAt(at)) at += 1;
  return at;
}

function commonEnd(left: string, right: string, start: number): number {
  const most = Math.min(left.length, right.length) - start;
  let length = 0;
  while (length < most && left.charCodeAt(left.length - 1 - length) === right.charCodeAt(right.length - 1 - length))
    length += 1;
  return length;
}

/** The fragment that a place is in; at the end of one, that one, where nothing but its line's end is between. */
export function fragmentAt(script: Script, at: number): PlacedFragment {
  const { fragments, text } = script;
  return fragments[indexAt(script, at)] ?? { fragment: { text, tokens: [], asides: [], isOpen: false }, at: 0 };
}

function indexAt({ fragments }: Script, at: number): number {
  let low = 0;
  let high = fragments.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((fragments[middle]?.at ?? 0) <= at) low = middle;
    else high = middle - 1;
  }
  return low;
}

export type StatementSpan = Span & {
  /** Without the semicolon. */
  readonly text: string;
};

/** The statements of a script, in order, without those that say nothing. */
export function statementsOf({ fragments }: Script): readonly StatementSpan[] {
  return fragments.flatMap((placed) => statementOf(placed) ?? []);
}

function statementOf(placed: PlacedFragment | undefined): StatementSpan | null {
  if (!placed) return null;
  const { fragment, at } = placed;
  const [first] = fragment.tokens;
  const last = fragment.tokens.at(-1);
  if (!first || !last) return null;
  return { from: at + first.from, to: at + last.to, text: fragment.text.slice(first.from, last.to) };
}

/** The statements that a part of a script touches. */
export function statementsIn(script: Script, { from, to }: Span): readonly StatementSpan[] {
  const found: StatementSpan[] = [];
  for (let index = indexAt(script, from); index < script.fragments.length; index += 1) {
    const placed = script.fragments[index];
    if (!placed || placed.at > to) break;
    const statement = statementOf(placed);
    if (statement && statement.to >= from && statement.from <= to) found.push(statement);
  }
  return found;
}

/**
 * The statement that a cursor means: the one that it stands in, behind a semicolon the one that ends there, between two
 * the nearer one by lines, and the one above where both are as near.
 */
export function statementAt(script: Script, at: number): StatementSpan | null {
  const statements = statementsNear(script, at);
  const inside = statements.find(({ from, to }) => from <= at && at <= to + 1);
  if (inside) return inside;
  const above = statements.findLast(({ to }) => to < at) ?? null;
  const below = statements.find(({ from }) => from > at) ?? null;
  if (above === null || below === null) return above ?? below;
  const lines = (from: number, to: number) => script.text.slice(from, to).split('\n').length;
  return lines(above.to, at) <= lines(at, below.from) ? above : below;
}

/** The statements around a place: some before it and some behind it. */
function statementsNear(script: Script, at: number): readonly StatementSpan[] {
  const { fragments } = script;
  const here = indexAt(script, at);
  const found: StatementSpan[] = [];
  for (let index = here; index >= 0 && found.length < 2; index -= 1) {
    const statement = statementOf(fragments[index]);
    if (statement) found.unshift(statement);
  }
  for (let index = here + 1; index < fragments.length; index += 1) {
    const statement = statementOf(fragments[index]);
    if (statement) return [...found, statement];
  }
  return found;
}
