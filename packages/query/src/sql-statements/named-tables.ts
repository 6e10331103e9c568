import { isSymbol, type SqlSyntax, type Token } from '../sql-safety/tokens.ts';
import { boundNames } from './bound-names.ts';
import { bracketsOf, type Region } from './brackets.ts';
import { splitStatements, type Statement } from './split.ts';

/** A table as a text names it. */
export type NamedTable = { readonly catalog: string | null; readonly schema: string | null; readonly table: string };

/** Longer texts are searched for none. */
const MAX_LENGTH = 100_000;
const MOST_TABLES = 50;
const before = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE', 'USING', 'DESCRIBE', 'STRAIGHT_JOIN']);
/** Words between one of these and a name. */
const between = new Set(['ONLY', 'LATERAL', 'IF', 'NOT', 'EXISTS', 'OVERWRITE', 'TABLE']);
const MOST_BETWEEN = 4;
/** Behind these a name may stand that a bracket follows: its columns. */
const withColumns = new Set(['INTO', 'UPDATE', 'TABLE']);
/** Functions that are called with FROM in their brackets. */
const callsFrom = new Set(['EXTRACT', 'TRIM', 'SUBSTRING', 'OVERLAY', 'POSITION']);
/** What follows a table in a list, and is no name for it. */
const ends = new Set(
  (
    'WHERE GROUP ORDER HAVING LIMIT UNION INTERSECT EXCEPT JOIN INNER LEFT RIGHT FULL CROSS NATURAL ON USING SET ' +
    'VALUES SELECT WINDOW QUALIFY OFFSET FETCH FOR FROM'
  ).split(' '),
);

/**
 * The tables that a script names, as it writes them, for lists and searches: nothing is decided by them. A text that
 * cannot be cut into words names none.
 */
export function namedTables(sql: string, grammar: SqlSyntax): readonly NamedTable[] {
  if (sql.length > MAX_LENGTH) return [];
  const split = splitStatements(sql, grammar);
  if (!split.ok) return [];
  const found = new Map<string, NamedTable>();
  for (const statement of split.statements) {
    const own = boundNames(statement, grammar);
    for (const path of pathsIn(statement)) {
      const [table = '', schema = null, catalog = null] = path.toReversed();
      if (path.length > 1 || !own.has(table.toLowerCase())) found.set(JSON.stringify(path), { catalog, schema, table });
    }
  }
  return [...found.values()].slice(0, MOST_TABLES);
}

function pathsIn(statement: Statement): readonly (readonly string[])[] {
  const { tokens } = statement;
  const brackets = bracketsOf(tokens);
  const paths: (readonly string[])[] = [];
  /** What holds a SELECT before the place that is looked at. */
  const selecting = new Set<Region>();
  for (const [index, token] of tokens.entries()) {
    const region = brackets.around(index);
    if (wordOf(token) === 'SELECT') selecting.add(region);
    if (token.kind !== 'word' || !before.has(token.text) || isNoClause(tokens, index)) continue;
    const isCall =
      token.text === 'FROM' && !selecting.has(region) && callsFrom.has(wordOf(tokens[region.open - 1]) ?? '');
    if (isCall) continue;
    let at = index + 1;
    while (at <= index + MOST_BETWEEN && between.has(wordOf(tokens[at]) ?? '')) at += 1;
    for (;;) {
      const { path, next } = pathAt(statement, at);
      const hasBracket = isSymbol(tokens[next], '(');
      if (path === null && !hasBracket) break;
      if (path !== null && (!hasBracket || withColumns.has(token.text))) paths.push(path);
      // A function, or a query: what is in it is found by itself.
      const behind = behindAlias(tokens, hasBracket ? brackets.behind(next) : next);
      if (token.text !== 'FROM' || !isSymbol(tokens[behind], ',')) break;
      at = behind + 1;
    }
  }
  return paths;
}

/** A part of a name, or of `IS DISTINCT FROM`. */
function isNoClause(tokens: readonly Token[], at: number): boolean {
  const previous = tokens[at - 1];
  return isSymbol(previous, '.') || (wordOf(previous) === 'DISTINCT' && wordOf(tokens[at - 2]) !== 'SELECT');
}

function pathAt({ text, at: begin, tokens }: Statement, at: number) {
  const path: string[] = [];
  let next = at;
  for (;;) {
    const token = tokens[next];
    const isName = token?.kind === 'name' || (token?.kind === 'word' && (path.length > 0 || !ends.has(token.text)));
    if (!token || !isName) return { path: null, next };
    const from = token.at - begin;
    path.push(token.kind === 'name' ? token.text : text.slice(from, from + token.end - token.start));
    next += 1;
    if (!isSymbol(tokens[next], '.') || path.length > 2) return { path, next };
    next += 1;
  }
}

function behindAlias(tokens: readonly Token[], at: number): number {
  const next = wordOf(tokens[at]) === 'AS' ? at + 1 : at;
  const token = tokens[next];
  return token?.kind === 'name' || (token?.kind === 'word' && !ends.has(token.text)) ? next + 1 : next;
}

function wordOf(token: Token | undefined): string | null {
  return token?.kind === 'word' ? token.text : null;
}
