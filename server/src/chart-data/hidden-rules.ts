import { randomUUID } from 'node:crypto';
import { AppError } from '@tessera/core/errors/app-error';
import { isSymbol, ofStatements, tokenize, type SqlGrammar, type Token } from '@tessera/query/sql-safety/tokens';
import type { LookupAnswer } from '../templates/template-data.ts';

/**
 * What macros bring with clauses of rules in it, for whoever may not read these: a template has a word in its place,
 * whatever it makes of that, and the clauses stand where this word is one of the SQL, and no name of a column would
 * tell them. In a text of the SQL it stays.
 */
export function hiddenRules(isShown: boolean, grammar: SqlGrammar) {
  const values = new Map<string, string>();
  return {
    hide: (answer: LookupAnswer): LookupAnswer => {
      if (isShown || !answer.ok || answer.holdsRules !== true || typeof answer.value !== 'string') return answer;
      const word = `ROWS_${randomUUID().replaceAll('-', '').toUpperCase()}`;
      values.set(word, answer.value);
      return { ...answer, value: word };
    },
    show: (sql: string): string => {
      if (values.size === 0) return sql;
      const read = tokenize(sql, ofStatements(grammar));
      if (!read.ok) return sql;
      const nameless = namelessWords(read.tokens, (word) => values.has(word));
      let text = '';
      let end = 0;
      for (const { kind, text: word, at } of read.tokens) {
        const value = kind === 'word' ? values.get(word) : undefined;
        if (value === undefined) continue;
        if (nameless.has(at)) throw new AppError('template_invalid', { reason: NAMELESS });
        text += `${sql.slice(end, at)}${value}`;
        end = at + word.length;
      }
      return text + sql.slice(end);
    },
  };
}

const NAMELESS =
  'Row-level rules apply to that dataset: a column that is made of it needs a name of its own, by AS, in each query.';

/** Behind these nothing is called by its text. */
const unnamed = new Set(['FROM', 'JOIN', 'WHERE', 'HAVING', 'ON', 'WITH', 'UNION', 'INTERSECT', 'EXCEPT']);
const shown = ['SELECT', 'VALUES', 'USING', 'GROUP', 'ORDER', 'QUALIFY', 'WINDOW', 'LIMIT', 'RETURNING', 'SET'];
const clauses = new Set([...unnamed, ...shown]);
/** These make names of expressions, wherever they stand. */
const naming = new Set(['PIVOT', 'UNPIVOT', 'ALIAS']);
/** Looking behind each of many would take long. */
const MOST_WORDS = 100;

/**
 * Where, of some words, those stand whose text a database may make a name of: it calls a column without a name by its
 * expression, and can make rows of names.
 */
function namelessWords(tokens: readonly Token[], isOne: (word: string) => boolean): ReadonlySet<number> {
  const words = tokens.filter(({ kind, text }) => kind === 'word' && isOne(text));
  const isNaming = tokens.some(({ kind, text }) => kind !== 'string' && naming.has(text.toUpperCase()));
  if (words.length > MOST_WORDS || (words.length > 0 && isNaming)) return new Set(words.map(({ at }) => at));
  const wanted = new Set(words);
  const found = new Set<number>();
  /** Where each bracket that is open begins, and its last clause. */
  let open: { readonly begins: number; readonly clause: string | null }[] = [{ begins: -1, clause: null }];
  for (const [index, token] of tokens.entries()) {
    if (isSymbol(token, '(')) open.push({ begins: index, clause: null });
    else if (isSymbol(token, ')') && open.length > 1) open.pop();
    else if (isSymbol(token, ';')) open = [{ begins: -1, clause: null }];
    else if (token.kind === 'word' && clauses.has(token.text))
      open.push({ begins: open.pop()?.begins ?? -1, clause: token.text });
    else if (wanted.has(token)) {
      const isNameless = open.some(
        ({ clause }, level) =>
          clause !== null &&
          !unnamed.has(clause) &&
          !(clause === 'SELECT' && isNamed(tokens, open[level + 1]?.begins ?? index)),
      );
      if (isNameless) found.add(token.at);
    }
  }
  return found;
}

/** Whether the column gets a name that the token at an index is a part of. */
function isNamed(tokens: readonly Token[], index: number): boolean {
  let depth = 0;
  for (let at = index; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) return false;
    if (token.kind === 'symbol' && '([{'.includes(token.text)) depth += 1;
    else if (token.kind === 'symbol' && ')]}'.includes(token.text)) depth -= 1;
    if (depth < 0 || (depth === 0 && (isSymbol(token, ',') || isSymbol(token, ';')))) return false;
    if (depth > 0 || token.kind !== 'word') continue;
    if (token.text === 'AS') return tokens[at + 1]?.kind === 'name' || tokens[at + 1]?.kind === 'word';
    if (clauses.has(token.text)) return false;
  }
  return false;
}
