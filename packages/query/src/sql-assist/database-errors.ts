import { t } from '@tessera/core/messages';

/** What the message of a database says, as far as it is one of those that have a remedy. */
export type DatabaseError = {
  readonly kind: 'column' | 'table' | 'schema' | 'function' | 'ambiguous' | 'grouping' | 'syntax' | 'type' | 'other';
  /** The name that is not there, or the word where the reading ended. */
  readonly name: string | null;
  /** Names that the database proposes. */
  readonly candidates: readonly string[];
};

type Form = readonly [DatabaseError['kind'], RegExp];

/** Messages of the databases; the first group is the name. The names of columns may come with that of their table. */
const forms: readonly Form[] = [
  // DuckDB
  ['column', /Referenced column "(.+?)" (?:was )?not found/],
  ['column', /Table "\S+" does not have a column named "(.+?)"/],
  ['table', /Referenced table "(.+?)" not found/],
  ['table', /Table with name (\S+) does not exist/],
  ['schema', /Schema with name (\S+) does not exist/],
  ['function', /Function with name "?(.+?)"? (?:does not exist|is not)/],
  ['ambiguous', /Ambiguous reference to column name "(.+?)"/],
  ['grouping', /column "(.+?)" must appear in the GROUP BY clause/],
  ['type', /No function matches the given name and argument types '(\w+)/],
  // PostgreSQL
  ['column', /column "?([^"\s]+|[^"]+)"? does not exist/],
  ['table', /missing FROM-clause entry for table "(.+?)"/],
  ['table', /relation "(.+?)" does not exist/],
  ['schema', /schema "(.+?)" does not exist/],
  ['function', /function (\w[\w.]*)\(.*\) does not exist/],
  ['ambiguous', /column reference "(.+?)" is ambiguous/],
  ['syntax', /syntax error at or near "(.+?)"/],
  // SQLite
  ['column', /no such column: ("?)(.+?)\1(?: - |$|\n)/],
  ['table', /no such table: (\S+)/],
  ['function', /no such function: (\S+)/],
  ['ambiguous', /ambiguous column name: (\S+)/],
  ['syntax', /near "(.+?)": syntax error/],
  // MySQL
  ['column', /Unknown column '(.+?)' in/],
  ['table', /Unknown table '(.+?)'/],
  ['table', /Table '(.+?)' doesn't exist/],
  ['schema', /Unknown database '(.+?)'/],
  ['function', /FUNCTION (\S+) does not exist/],
  ['ambiguous', /Column '(.+?)' in .* is ambiguous/],
  ['grouping', /nonaggregated column '(.+?)'/],
  ['syntax', /You have an error in your SQL syntax.*?near '(\S*)/s],
  // Trino
  ['column', /Column '(.+?)' cannot be resolved/],
  ['table', /Table '(.+?)' does not exist/],
  ['schema', /Schema '(.+?)' does not exist/],
  ['function', /Function '(.+?)' not registered/],
  ['ambiguous', /Column '(.+?)' is ambiguous/],
  ['grouping', /'(.+?)' must be an aggregate expression or appear in GROUP BY/],
  ['syntax', /mismatched input '(.+?)'/],
  // ClickHouse
  ['column', /Unknown expression(?: or function)? identifier [`'](.+?)[`']/],
  ['column', /Missing columns: '(.+?)'/],
  ['column', /Identifier '(.+?)' cannot be resolved/],
  ['table', /Unknown table expression identifier [`'](.+?)[`']/],
  ['table', /Table (\S+) does not exist/],
  ['schema', /Database (\S+) does not exist/],
  ['function', /[Ff]unction with name [`'](.+?)[`'] does not exist/],
  ['function', /Unknown function (\w+)/],
  ['ambiguous', /ambiguous identifier '(.+?)'/i],
  ['grouping', /Column [`']?(.+?)[`']? is not under aggregate function and not in GROUP BY/],
  ['syntax', /Syntax error: failed at position \d+ \('?(.+?)'?\)/],
];

/** Read what a database says. */
export function readDatabaseError(message: string): DatabaseError {
  for (const [kind, pattern] of forms) {
    const found = pattern.exec(message);
    if (found) return { kind, name: withoutQuotes(found[2] ?? found[1] ?? ''), candidates: candidatesIn(message) };
  }
  return { kind: /syntax|parse/i.test(message) ? 'syntax' : 'other', name: null, candidates: [] };
}

/** The same in plain words; null where the message is none of those. */
export function explanationOf({ kind, name }: DatabaseError): string | null {
  if (name === null) return kind === 'syntax' ? t('The database could not read the statement from here on.') : null;
  switch (kind) {
    case 'column':
      return t('Nothing that the query reads has a column "%s".', name);
    case 'table':
      return t('The database has no table "%s" where it looks for it.', name);
    case 'schema':
      return t('The database has no schema "%s".', name);
    case 'function':
      return t('The database has no function "%s".', name);
    case 'ambiguous':
      return t('More than one table has a column "%s": say which one is meant.', name);
    case 'grouping':
      return t('"%s" has to stand in GROUP BY, or inside of an aggregate.', name);
    case 'type':
      return t('"%s" does not take values of these types.', name);
    case 'syntax':
      return t('The database did not expect "%s" here. What is wrong may stand before it.', name);
    case 'other':
      return null;
  }
}

function withoutQuotes(name: string): string | null {
  const plain = name.replace(/^["'`]|["'`]$/g, '').replaceAll(/["`]/g, '');
  return plain === '' ? null : plain;
}

const proposals = [
  /Candidate (?:bindings|tables|functions)?:? ?(.+)/i,
  /Did you mean (.+?)\??(?:$|\n)/i,
  /Perhaps you meant to reference the column (.+?)\.?(?:$|\n)/i,
  /use: (.+?)\)/i,
  /[Mm]aybe you meant:? \[?(.+?)\]?(?:\.|$|\n)/,
];

function candidatesIn(message: string): readonly string[] {
  for (const pattern of proposals) {
    const list = pattern.exec(message)?.[1];
    const names = list?.match(/"[^"]+"|'[^']+'|`[^`]+`/g)?.map((name) => name.slice(1, -1)) ?? [];
    if (names.length > 0) return names;
  }
  return [];
}
