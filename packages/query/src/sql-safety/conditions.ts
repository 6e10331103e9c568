import { bracketFault, isSymbol, tokenize, wordAt, type SqlGrammar, type Token } from './tokens.ts';

/** What stands between two conditions. */
const JOINED = ') AND (';
/** More conditions than charts put together. Each of them is read by itself: a text of thousands is read as one. */
const MAX_CONDITIONS = 500;

/**
 * The conditions that were put in brackets and joined with AND (`joinConditions`), each as it was written, so that an
 * error quotes it alone. A text that is made in another way is one condition. Joined again they mean the same.
 */
export function conditionsIn(sql: string, grammar: SqlGrammar): readonly string[] {
  const tokens = readable(sql, grammar);
  const conditions = tokens === null ? whole(conditionsInText(sql), grammar) : (inBrackets(sql, tokens) ?? [sql]);
  return conditions.length > MAX_CONDITIONS ? [sql] : conditions;
}

/**
 * The same of a text that cannot be read, as an open quote or a template: one of its conditions is to blame, or it as a
 * whole.
 */
export function conditionsInText(sql: string): readonly string[] {
  const inner = /^\s*\(([^]*)\)\s*$/.exec(sql)?.[1];
  const parts: readonly string[] = inner === undefined ? [sql] : inner.split(JOINED, MAX_CONDITIONS + 1);
  return parts.length > MAX_CONDITIONS ? [sql] : parts;
}

/** Parts that a text may have been cut into where it holds what joins conditions; more are not looked at. */
const MAX_PARTS = 8;

/** Parts of one condition put together again, so that a good one is not blamed for having been cut. */
function whole(parts: readonly string[], grammar: SqlGrammar): readonly string[] {
  if (parts.length === 1) return parts;
  const found: string[] = [];
  for (let at = 0; at < parts.length;) {
    const runs = Array.from({ length: Math.min(MAX_PARTS, parts.length - at) }, (_, more) =>
      parts.slice(at, at + more + 1).join(JOINED),
    );
    const count = runs.findIndex((run) => readable(run, grammar) !== null) + 1 || 1;
    found.push(runs[count - 1] ?? '');
    at += count;
  }
  return found;
}

function readable(sql: string, grammar: SqlGrammar): readonly Token[] | null {
  const read = tokenize(sql, grammar);
  return read.ok && bracketFault(read.tokens) === null ? read.tokens : null;
}

/** `null` for anything but brackets with AND between them. */
function inBrackets(sql: string, tokens: readonly Token[]): readonly string[] | null {
  const found: string[] = [];
  let depth = 0;
  let from = 0;
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, '(')) {
      if (depth === 0) from = token.at + 1;
      depth += 1;
    } else if (isSymbol(token, ')')) {
      depth -= 1;
      if (depth === 0) found.push(sql.slice(from, token.at));
    } else if (
      depth === 0 &&
      !(wordAt(tokens, index) === 'AND' && isSymbol(tokens[index - 1], ')') && isSymbol(tokens[index + 1], '('))
    )
      return null;
    if (depth === 1 && isSymbol(token, '(') && isSymbol(tokens[index - 1], ')')) return null;
  }
  return found.length === 0 ? null : found;
}
