/** How names and texts stand in the SQL of a database. */
export type SqlWriting = {
  /** One name, never a dotted path. */
  readonly quote: (name: string) => string;
  readonly literal: (text: string) => string;
};

export function doubleQuoted(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

export function backtickQuoted(name: string): string {
  return `\`${name.replaceAll('`', '``')}\``;
}

/** For databases that read a backslash as the beginning of an escape in names too. */
export function backslashQuoted(name: string): string {
  return `\`${name.replaceAll('\\', '\\\\').replaceAll('`', '\\`')}\``;
}

export function literal(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

/** A literal for databases that read a backslash as the beginning of an escape. */
export function backslashLiteral(text: string): string {
  return literal(text.replaceAll('\\', '\\\\'));
}

/** As the standard has it; the databases below differ. */
export const standardWriting: SqlWriting = { quote: doubleQuoted, literal };

const others = new Map<string, SqlWriting>([
  ['mysql', { quote: backtickQuoted, literal: backslashLiteral }],
  ['clickhouse', { quote: backslashQuoted, literal: backslashLiteral }],
]);

/** @param dialect by its name, as `DialectName` of packages/query has it */
export function sqlWritingOf(dialect: string): SqlWriting {
  return others.get(dialect) ?? standardWriting;
}
