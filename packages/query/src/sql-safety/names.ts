import { refusedClause } from './blame.ts';
import { casts, checkOperands } from './operands.ts';
import { isSymbol, type SqlGrammar, type Token } from './tokens.ts';

/**
 * Names that an expression could give, or take from elsewhere, in the middle of itself.
 *
 * A name given inside an expression holds in the whole statement for some databases: `('EU' AS region)` in a metric
 * would change what `region` means in the clause of a row-level rule. And a list of nothing but a name is a whole table
 * to them.
 *
 * @throws AppError invalid_sql_clause
 */
export function checkNames(tokens: readonly Token[], grammar: SqlGrammar): void {
  const open: {
    readonly isCast: boolean;
    /** AS was read, or a comma, behind which it would give a name. */ hasType: boolean;
  }[] = [];
  for (const [index, token] of tokens.entries()) {
    const before = tokens[index - 1];
    const around = open.at(-1);
    if (token.kind === 'symbol') {
      if ('([{'.includes(token.text))
        open.push({ isCast: token.text === '(' && before?.kind === 'word' && casts.has(before.text), hasType: false });
      else if (')]}'.includes(token.text)) open.pop();
      else if (token.text === ',' && around?.isCast === true) {
        if (around.hasType) throw refusedClause('a cast has one type');
        around.hasType = true;
      }
    } else if (token.kind === 'word' && token.text === 'AS' && !isSymbol(before, '.')) {
      if (around?.isCast !== true || around.hasType)
        throw refusedClause('AS gives a type to CAST and is not allowed elsewhere');
      around.hasType = true;
    }
  }
  if (grammar.untrustedNames === true) checkOperands(tokens, grammar);
}
