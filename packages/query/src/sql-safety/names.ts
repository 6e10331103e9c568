import { AppError } from '@tessera/core/errors/app-error';
import type { SqlGrammar, Token } from './tokens.ts';

/** Behind these words an operand is still to come. */
const leading = new Set([
  'AND', 'OR', 'XOR', 'NOT', 'IN', 'IS', 'LIKE', 'ILIKE', 'BETWEEN', 'DIV', 'MOD', 'GLOBAL', 'CASE', 'WHEN', 'THEN', 'ELSE', 'DISTINCT', 'INTERVAL', 'FROM', 'AS', 'ESCAPE', 'COLLATE',
  'OVER', 'FILTER', 'WHERE', 'PARTITION', 'ORDER', 'BY', 'ROWS', 'RANGE', 'CURRENT', 'UNBOUNDED', 'NULLS', 'IGNORE', 'RESPECT', 'ASC', 'DESC', 'ANY', 'ALL', 'BOTH', 'LEADING', 'TRAILING', 'FOR',
]);
/** Words that may stand right behind an operand; every other one would name it. */
const following = new Set([
  'AND', 'OR', 'XOR', 'NOT', 'IN', 'IS', 'LIKE', 'ILIKE', 'BETWEEN', 'DIV', 'MOD', 'GLOBAL', 'WHEN', 'THEN', 'ELSE', 'END', 'FROM', 'AS', 'ESCAPE', 'COLLATE', 'FOR',
  'OVER', 'FILTER', 'PARTITION', 'ORDER', 'ROWS', 'RANGE', 'PRECEDING', 'FOLLOWING', 'NULLS', 'IGNORE', 'RESPECT', 'ASC', 'DESC',
]);
const casts = new Set(['CAST', 'TRY_CAST']);

/**
 * Names that an expression could give, or take from elsewhere, in the middle of itself.
 *
 * A name given inside an expression holds in the whole statement for some databases: `('EU' AS region)` in a metric would
 * change what `region` means in the clause of a row-level rule. And a list of nothing but a name is a whole table to them.
 *
 * @throws AppError invalid_sql_clause
 */
export function checkNames(tokens: readonly Token[], grammar: SqlGrammar): void {
  const open: { readonly isCast: boolean; /** AS was read. */ hasType: boolean; readonly inType: boolean }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const around = open.at(-1);
    if (token.kind === 'symbol') {
      if ('([{'.includes(token.text)) open.push({ isCast: token.text === '(' && before?.kind === 'word' && casts.has(before.text), hasType: false, inType: around?.inType === true || around?.hasType === true });
      else if (')]}'.includes(token.text)) open.pop();
      else if (token.text === ',' && around?.hasType === true) throw refused('a cast has one type');
      continue;
    }
    if (isSymbol(before, '.')) continue;
    if (token.kind === 'word' && token.text === 'AS') {
      if (around?.isCast !== true || around.hasType) throw refused('AS gives a type to CAST and is not allowed elsewhere');
      around.hasType = true;
    } else if (grammar.looseNames === true && around?.hasType !== true && around?.inType !== true) {
      checkLoose(token, tokens, index);
    }
  }
}

function checkLoose(token: Token, tokens: readonly Token[], index: number): void {
  if (token.kind === 'word' && token.text === 'IN') {
    let at = index - 1;
    while (tokens[at]?.kind === 'word' && ['NOT', 'GLOBAL'].includes(tokens[at]?.text ?? '')) at -= 1;
    if (!endsOperand(tokens, at)) throw refused('IN needs a value before it');
    if (isTableList(tokens, index + 1)) throw refused('a list needs values: a name alone would be a table');
  }
  if ((token.kind !== 'word' && token.kind !== 'name') || !endsOperand(tokens, index - 1)) return;
  const isUnit = tokens[index - 2]?.kind === 'word' && tokens[index - 2]?.text === 'INTERVAL';
  if (isUnit || (token.kind === 'word' && following.has(token.text))) return;
  throw refused(`there is no operator before ${token.text}`);
}

function endsOperand(tokens: readonly Token[], at: number): boolean {
  const token = tokens[at];
  if (token === undefined) return false;
  if (token.kind === 'symbol') return token.text === ')' || token.text === ']';
  // Behind a dot a word is a name, whatever it says.
  return token.kind !== 'word' || !leading.has(token.text) || isSymbol(tokens[at - 1], '.');
}

/** Whether the bracket that begins here holds one name and nothing that makes a value of it. */
function isTableList(tokens: readonly Token[], begin: number): boolean {
  let depth = 0;
  for (const token of tokens.slice(begin)) {
    if (token.kind === 'string' || token.kind === 'number') return false;
    if (token.kind === 'word' && ['NULL', 'TRUE', 'FALSE'].includes(token.text)) return false;
    if (token.kind !== 'symbol') continue;
    if (token.text === '(') depth += 1;
    else if (token.text === ')') depth -= 1;
    else if (token.text !== '.' && token.text !== '+') return false;
    if (depth === 0) return true;
  }
  return true;
}

function isSymbol(token: Token | undefined, text: string): boolean {
  return token?.kind === 'symbol' && token.text === text;
}

function refused(reason: string): AppError<'invalid_sql_clause'> {
  return new AppError('invalid_sql_clause', { reason });
}
