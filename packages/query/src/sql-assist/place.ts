import { asideAt, type Lexeme } from './lexer.ts';
import type { Block, Clause, Name, Parsed, Query, Source } from './model.ts';
import { nameOf } from './names.ts';
import { expectedAt, type Expected } from './expected.ts';
import { blockAt, queryAt } from './query.ts';
import { groupsAt, type Level } from './levels.ts';
import { isNamed, isSign } from './tree.ts';

/** What is being typed: the part of a word before the cursor. */
export type Typed = {
  readonly from: number;
  /** Behind what is replaced: the cursor, or the quote that closes the name. */
  readonly to: number;
  readonly text: string;
  /** The quote that it begins with. */
  readonly quote: string;
};

/** Where a cursor stands, and what can follow there. */
export type Place = {
  readonly at: number;
  readonly typed: Typed;
  /** The names before the dot. */
  readonly qualifier: readonly Name[];
  readonly query: Query;
  readonly block: Block | null;
  readonly clause: Clause | null;
  readonly level: Level;
  /** Of FROM: the source that it stands behind, or whose condition it stands in. */
  readonly source: Source | null;
  readonly expected: Expected;
};

/** The tag of a template that a cursor stands in. */
export type TagPlace = { readonly at: number; readonly from: number; readonly inside: string };

/** Whether the cursor is inside of a template tag; texts may hold tags, too. */
export function tagAt({ fragment }: Parsed, at: number): TagPlace | null {
  const holder =
    fragment.tokens.find(({ kind, from, to }) => (kind === 'template' || kind === 'string') && from < at && at <= to) ??
    fragment.asides.find(({ kind, from, to }) => kind === 'tag' && from < at && at <= to);
  if (!holder) return null;
  const before = fragment.text.slice(holder.from, at);
  const from = Math.max(before.lastIndexOf('{{'), before.lastIndexOf('{%'));
  if (from === -1) return null;
  const inside = before.slice(from + 2);
  return inside.includes('}}') || inside.includes('%}') ? null : { at, from: holder.from + from, inside };
}

/** Where a cursor stands in SQL; `null` inside of texts, comments and numbers. */
export function placeAt(parsed: Parsed, at: number): Place | null {
  const { fragment, root, nodes } = parsed;
  if (asideAt(fragment.asides, at, fragment.text)) return null;
  const index = fragment.tokens.findLastIndex(({ from }) => from < at);
  const token = fragment.tokens[index];
  const typed = typedIn(token, at, fragment.text);
  if (typed === null) return null;
  const isTyping = token !== undefined && typed.from === token.from;
  const { qualifier, begin } = qualifierBefore(
    fragment.tokens,
    isTyping ? index - 1 : index,
    typed.from,
    fragment.text,
  );
  const query = queryAt(root, begin);
  const block = blockAt(query, begin);
  const clause = block?.clauses.findLast(({ from }) => from <= begin) ?? null;
  const level = groupsAt(nodes, begin, clause);
  const { expected, source } = expectedAt({ level, clause, block, begin });
  return { at, typed, qualifier, query, block, clause, level, source, expected };
}

function typedIn(token: Lexeme | undefined, at: number, text: string): Typed | null {
  const nothing = { from: at, to: at, text: '', quote: '' };
  if (!token || token.to < at) return nothing;
  if (token.kind === 'word') return { from: token.from, to: at, text: text.slice(token.from, at), quote: '' };
  const isInside = at < token.to || token.isOpen === true;
  if (token.kind === 'name') {
    if (!isInside) return nothing;
    const quote = text.charAt(token.from);
    const to = token.isOpen ? at : token.to;
    return { from: token.from, to, text: text.slice(token.from + 1, at), quote };
  }
  if (token.kind === 'number') return null;
  if (token.kind === 'string' || token.kind === 'template') return isInside ? null : nothing;
  return nothing;
}

function qualifierBefore(
  tokens: readonly Lexeme[],
  last: number,
  from: number,
  text: string,
): { readonly qualifier: readonly Name[]; readonly begin: number } {
  const names: Name[] = [];
  let at = last;
  let begin = from;
  for (;;) {
    const dot = tokens[at];
    const name = tokens[at - 1];
    if (!isSign(dot, '.') || dot?.to !== begin || !isNamed(name) || name.to !== dot.from) break;
    names.unshift(nameOf(name, text));
    begin = name.from;
    at -= 2;
  }
  return { qualifier: names, begin };
}
