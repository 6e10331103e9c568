import { groupBy } from '@tessera/core/group-by';
import { isSymbol, type SqlSyntax, type Token } from '../sql-safety/tokens.ts';
import { bracketsOf, type Brackets, type Region } from './brackets.ts';
import type { Statement } from './split.ts';

type Binding = {
  readonly name: string;
  /** As it is written; databases distinguish letters in ways of their own. */
  readonly spelling: string;
  /** Tokens from and to which a name means the query that WITH gives it. */
  readonly from: number;
  readonly to: number;
};

/** Of the places of a name with the queries that give it. */
const MOST_COMPARED = 1_000_000;

/**
 * Names that stand in a statement for queries of its own and for nothing else: wherever one of them stands, WITH has
 * given it a meaning. One that also stands where it may be a table, or in other letters, is none of them. In lower
 * case.
 */
export function boundNames(statement: Statement, { name: dialect }: SqlSyntax): ReadonlySet<string> {
  const { tokens } = statement;
  // MariaDB may find a table in an inner WITH, whatever one around it says.
  const isWith = (token: Token, at: number): boolean => isWord(token, 'WITH') && !isWord(tokens[at + 1], 'ROLLUP');
  if (dialect === 'mysql' && tokens.filter(isWith).length > 1) return new Set();
  const spelling = (token: Token): string => {
    const written = statement.text.slice(token.at - statement.at, token.at - statement.at + token.end - token.start);
    // A quoted name and a word are one name where the letters of words do not count.
    return token.kind === 'name'
      ? token.text
      : dialect === 'postgresql'
        ? written.replace(/[A-Z]/g, (one) => one.toLowerCase())
        : written;
  };
  const brackets = bracketsOf(tokens);
  const bindings = groupBy(bindingsIn(tokens, brackets, spelling), ({ name }) => name);
  const places = groupBy([...tokens.keys()], (at) => nameOf(tokens[at]) ?? '');
  const isBound = (name: string): boolean => {
    const [own = [], found = []] = [bindings.get(name), places.get(name)];
    // Nobody writes so much of one name who wants to be read.
    if (own.length * found.length > MOST_COMPARED) return false;
    return found.every((at) => {
      const token = tokens[at];
      if (!token || isSymbol(tokens[at - 1], '.')) return true;
      const spelt = spelling(token);
      return own.some(
        (one) => one.spelling === spelt && ((one.from <= at && at < one.to) || isDefinition(tokens, brackets, at)),
      );
    });
  };
  return new Set([...bindings.keys()].filter(isBound));
}

function bindingsIn(
  tokens: readonly Token[],
  brackets: Brackets,
  spelling: (token: Token) => string,
): readonly Binding[] {
  const found: Binding[] = [];
  const unions = firstUnions(tokens, brackets);
  for (const [at, token] of tokens.entries()) {
    if (!isWord(token, 'WITH') || isSymbol(tokens[at - 1], '.')) continue;
    const isRecursive = isWord(tokens[at + 1], 'RECURSIVE');
    const to = brackets.around(at).end;
    let next = at + (isRecursive ? 2 : 1);
    for (;;) {
      const first = tokens[next];
      const definition = definitionAt(tokens, brackets, next);
      if (first === undefined || definition === null) break;
      const { name, begins, ends } = definition;
      // A query that is not recursive reads a table of its name, and so does what stands before it.
      const from = isRecursive ? (unions.get(brackets.within(begins)) ?? ends) : ends;
      found.push({ name, spelling: spelling(first), from, to });
      if (!isSymbol(tokens[ends], ',')) break;
      next = ends + 1;
    }
  }
  return found;
}

/** Where the second part of a recursive query begins: what it names of itself stands there. */
function firstUnions(tokens: readonly Token[], brackets: Brackets): ReadonlyMap<Region, number> {
  const found = new Map<Region, number>();
  for (const [at, token] of tokens.entries()) {
    const region = brackets.around(at);
    if (isWord(token, 'UNION') && !found.has(region)) found.set(region, at);
  }
  return found;
}

/** `name (columns) AS [NOT MATERIALIZED] ( … )`; `null` where it is something else. */
function definitionAt(tokens: readonly Token[], brackets: Brackets, at: number) {
  const name = nameOf(tokens[at]);
  if (name === null) return null;
  let next = at + 1;
  if (isSymbol(tokens[next], '(')) next = brackets.behind(next);
  if (!isWord(tokens[next], 'AS')) return null;
  next += 1;
  if (isWord(tokens[next], 'NOT')) next += 1;
  if (isWord(tokens[next], 'MATERIALIZED')) next += 1;
  if (!isSymbol(tokens[next], '(')) return null;
  return { name, begins: next, ends: brackets.behind(next) };
}

/** Is the name at this place given its meaning here? */
function isDefinition(tokens: readonly Token[], brackets: Brackets, at: number): boolean {
  const before = tokens[at - 1];
  const isFirst = isWord(before, 'WITH') || isWord(before, 'RECURSIVE') || isSymbol(before, ',');
  return isFirst && definitionAt(tokens, brackets, at) !== null;
}

function nameOf(token: Token | undefined): string | null {
  return token?.kind === 'word' || token?.kind === 'name' ? token.text.toLowerCase() : null;
}

function isWord(token: Token | undefined, text: string): boolean {
  return token?.kind === 'word' && token.text === text;
}
