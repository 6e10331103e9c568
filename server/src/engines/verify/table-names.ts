import { dialectOf } from '@tessera/query/dialects/registry';
import { isSymbol, ofStatements, tokenize, type Token } from '@tessera/query/sql-safety/tokens';
import { lowered } from './statement-text.ts';
import { exactNames, fold } from './table-places.ts';

/** Words that may follow a table without naming it. One that is missing here costs an error of syntax, never a row. */
const behindTable = new Set(
  (
    'ON USING WHERE GROUP ORDER HAVING LIMIT OFFSET FETCH UNION INTERSECT EXCEPT MINUS JOIN INNER LEFT RIGHT ' +
    `FULL OUTER CROSS NATURAL STRAIGHT_JOIN ASOF POSITIONAL SEMI ANTI ANY ALL GLOBAL LATERAL WINDOW
  QUALIFY TABLESAMPLE SAMPLE FOR FINAL PREWHERE ARRAY SETTINGS FORMAT PIVOT UNPIVOT MATCH_RECOGNIZE ` +
    'PARTITION USE FORCE IGNORE INDEXED NOT SELECT'
  ).split(/\s+/),
);

export type Renamed = {
  readonly sql: string;
  /** Places of the table that have the new name. */ readonly count: number;
};

/**
 * The query with another name for a table wherever one of these paths stands for it: `app.orders` becomes the name of
 * its restricted rows, still called `orders`. Columns behind a path with a schema lose the schema.
 */
export function renameTable(
  sql: string,
  paths: readonly (readonly string[])[],
  table: string,
  name: string,
  dialectName: string,
): Renamed {
  const dialect = dialectOf(dialectName);
  const read = tokenize(sql, ofStatements(dialect.grammar));
  if (!read.ok) return { sql, count: 0 };
  const { tokens } = read;
  const isPart = partIn(read.text, dialectName);
  let text = '';
  let count = 0;
  let at = 0;
  for (let index = 0; index < tokens.length; index += 1) {
    const run = isSymbol(tokens[index - 1], '.') ? 0 : lengthOfRun(tokens, index, paths, isPart);
    const [first, last, after] = [tokens[index], tokens[index + run - 1], tokens[index + run]];
    const isColumn = isSymbol(after, '.');
    if (
      run === 0 ||
      !first ||
      !last ||
      isSymbol(after, '(') ||
      (run === 1 && (isColumn || !maybeTable(tokens[index - 1])))
    )
      continue;
    if (!isColumn) count += 1;
    const hasAlias = after?.kind === 'name' || (after?.kind === 'word' && !behindTable.has(after.text));
    const words = isColumn
      ? dialect.quote(table)
      : `${dialect.quote(name)}${hasAlias ? '' : ` AS ${dialect.quote(table)}`}`;
    text += `${read.text.slice(at, first.start)}${words}`;
    at = last.end;
    index += run - 1;
  }
  return { sql: text + read.text.slice(at), count };
}

/** Whether a table may stand behind this. */
function maybeTable(before: Token | undefined): boolean {
  return before?.kind === 'word'
    ? /^(FROM|JOIN|STRAIGHT_JOIN)$/.test(before.text)
    : isSymbol(before, ',') || isSymbol(before, '(');
}

/** Whether the query gives this name to something of its own, or calls it. */
export function isGiven(sql: string, name: string, dialectName: string): boolean {
  const read = tokenize(sql, ofStatements(dialectOf(dialectName).grammar));
  if (!read.ok) return true;
  const { tokens } = read;
  return tokens.some((token, index) => {
    const [after, behind] = [tokens[index + 1], tokens[index + 2]];
    const isName = (token.kind === 'word' || token.kind === 'name') && fold(token.text) === fold(name);
    return isName && (isSymbol(after, '(') || (after?.kind === 'word' && after.text === 'AS' && isSymbol(behind, '(')));
  });
}

/** Whether a name stands in the query in other letters than these. */
export function isSpeltOtherwise(sql: string, name: string, dialectName: string): boolean {
  const read = tokenize(sql, ofStatements(dialectOf(dialectName).grammar));
  if (!read.ok) return true;
  return read.tokens.some((token) => {
    if (token.kind !== 'word' && token.kind !== 'name') return false;
    const written = token.kind === 'word' ? read.text.slice(token.start, token.end) : token.text;
    return lowered(written) === lowered(name) && written !== name;
  });
}

type IsPart = (token: Token | undefined, part: string) => boolean;

/** Whether a token is this part of a path, as the database takes it. */
function partIn(text: string, dialect: string): IsPart {
  const taken = (token: Token): string => {
    if (token.kind !== 'word') return token.text;
    const written = text.slice(token.start, token.end);
    return dialect === 'postgresql' ? fold(written) : written;
  };
  const isSame = exactNames.has(dialect)
    ? (one: string, other: string) => one === other
    : (one: string, other: string) => fold(one) === fold(other);
  return (token, part) =>
    token !== undefined &&
    (token.kind === 'word' || token.kind === 'name' || token.kind === 'string') &&
    isSame(taken(token), part);
}

/** Tokens of the longest of the paths that begins here. */
function lengthOfRun(
  tokens: readonly Token[],
  from: number,
  paths: readonly (readonly string[])[],
  isPart: IsPart,
): number {
  const fits = (path: readonly string[]): boolean =>
    path.every((part, n) => isPart(tokens[from + n * 2], part) && (n === 0 || isSymbol(tokens[from + n * 2 - 1], '.')));
  return Math.max(0, ...paths.filter(fits).map((path) => path.length * 2 - 1));
}
