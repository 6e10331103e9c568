import { isSymbol, ofStatements, tokenize, unpairedBracket, type SqlSyntax, type Token } from '../sql-safety/tokens.ts';

/** One statement of a script. */
export type Statement = {
  /** As it was written, comments inside it too, without the semicolon behind it. */
  readonly text: string;
  /** Where its first token begins in the script. */
  readonly at: number;
  readonly end: number;
  readonly tokens: readonly Token[];
};
export type Split =
  | { readonly ok: true; readonly statements: readonly Statement[] }
  | { readonly ok: false; readonly reason: string; /** Where in the script. */ readonly at: number };

/** The statements of a script, in order; what is between them is left out, and so are empty ones. */
export function splitStatements(sql: string, grammar: SqlSyntax, maxTokens?: number): Split {
  const read = tokenize(sql, ofStatements(grammar), maxTokens);
  if (!read.ok) return read;
  const statements: Statement[] = [];
  let tokens: Token[] = [];
  const close = (): void => {
    const [first] = tokens;
    const last = tokens.at(-1);
    if (first && last) {
      const end = endOf(last);
      statements.push({ text: sql.slice(first.at, end), at: first.at, end, tokens });
    }
    tokens = [];
  };
  for (const token of read.tokens) {
    if (isSymbol(token, ';')) close();
    else tokens.push(token);
  }
  close();
  for (const statement of statements) {
    const fault = unpairedBracket(statement.tokens);
    if (fault !== null) return { ok: false, ...fault };
  }
  return { ok: true, statements };
}

/** Behind a token, in the text as it was given: only comments are shorter in the cleaned text. */
function endOf({ at, start, end }: Token): number {
  return at + end - start;
}
