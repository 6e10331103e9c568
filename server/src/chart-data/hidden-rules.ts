import { randomUUID } from 'node:crypto';
import { ofStatements, tokenize, type SqlGrammar } from '@tessera/query/sql-safety/tokens';
import type { LookupAnswer } from '../templates/template-data.ts';

/**
 * What macros bring with clauses of rules in it, for whoever may not read these: a template has a word in its place,
 * whatever it makes of that, and the clauses stand where this word is one of the SQL. In a text of the SQL it stays.
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
      let text = '';
      let end = 0;
      for (const { kind, text: word, at } of read.tokens) {
        const value = kind === 'word' ? values.get(word) : undefined;
        if (value === undefined) continue;
        text += `${sql.slice(end, at)}${value}`;
        end = at + word.length;
      }
      return text + sql.slice(end);
    },
  };
}
