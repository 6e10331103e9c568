import { sqliteGrammar } from '@tessera/query/sql-safety/grammars';
import { isSymbol, ofStatements, tokenize } from '@tessera/query/sql-safety/tokens';
import type { WrittenSql } from '@tessera/query/structured-query';
import type { SqlRead } from '../../verify/reading.ts';

/** One step of a program; `p2` is the root page of a table that is opened. */
type Step = { readonly opcode: string; readonly p2: number; readonly p4: unknown };
type Compiled = { readonly program: readonly Step[]; readonly plan: readonly string[]; readonly columns: number };
export type Programs = {
  /** What the database makes of a statement, without running it. @throws Error with its own message */
  readonly of: (sql: string) => Compiled;
  /** Tables by root page, those of their indexes too. */
  readonly tables: () => ReadonlyMap<number, string>;
  /**
   * What is read like a table and has no page of its own, views and virtual tables: the text that made it, by its name
   * in lower case.
   */
  readonly definitions: () => ReadonlyMap<string, string>;
};

const calls = /^(Function|PureFunc|AggStep|AggStep1|AggValue|AggFinal|AggInverse)$/;
const MAX_NAMES = 50;
/** How the parser writes operators. */
const syntax = new Set(['like', 'glob', 'regexp', 'match', '->', '->>']);

/**
 * SQLite has no tree to look at. What it compiles tells as much: with and without brackets an expression must be one
 * column of its source, and open no table and begin no query that the source itself does not.
 */
export function readSqlite(written: WrittenSql, programs: Programs): SqlRead {
  // The engine looks at the program of a whole statement itself, each time before it runs.
  if (written.kind !== 'expression' && written.kind !== 'rule') return readQuery(written.sql, programs);
  try {
    const { bare, from } = withNames(written, programs);
    const inBrackets = programs.of(`SELECT (${written.sql}) FROM ${from}`);
    const source = programs.of(`SELECT * FROM ${from}`);
    const tables = programs.tables();
    const own = tablesOf(source, tables);
    const strange = [bare, inBrackets].flatMap((one) => [...tablesOf(one, tables)].filter((table) => !own.has(table)));
    const usual = functionsOf(source);
    const queries = queriesOf(inBrackets) > queriesOf(source) ? ['sub-query'] : [];
    return {
      ok: true,
      reading: {
        isQuery: true,
        isValue: bare.columns === 1 && inBrackets.columns === 1,
        functions: functionsOf(bare).filter((name) => !usual.includes(name)),
        tableFunctions: [],
        tables: [...strange, ...queries].map((name) => [name]),
        columns: strangeNames(written, programs).map((name) => [name]),
      },
    };
  } catch (error) {
    return { ok: false, why: 'syntax', reason: error instanceof Error ? error.message : String(error) };
  }
}

/**
 * The tables that a query opens in the end, those behind views too, and the views and virtual tables that it names:
 * these open under no name of their own. A bare name may be one that the query gives; what a view names is the table
 * itself.
 */
function readQuery(sql: string, programs: Programs): SqlRead {
  try {
    const opened = [...tablesOf(programs.of(sql), programs.tables())].map((name) => [MAIN, name.toLowerCase()]);
    return {
      ok: true,
      reading: {
        isQuery: true,
        isValue: false,
        functions: [],
        tableFunctions: [],
        tables: [...opened, ...definitionsIn(sql, programs.definitions())],
        columns: [],
      },
    };
  } catch (error) {
    return { ok: false, why: 'syntax', reason: error instanceof Error ? error.message : String(error) };
  }
}

/** Where all tables of a file are. */
const MAIN = 'main';

/**
 * Paths of the views and virtual tables that a query may name, and of those that these may name. Whatever is spelt like
 * one counts.
 */
function definitionsIn(sql: string, definitions: ReadonlyMap<string, string>): readonly (readonly string[])[] {
  const direct = definitions.size === 0 ? [] : pathsIn(sql).filter((path) => definitions.has(path.at(-1) ?? ''));
  const behind = new Set<string>();
  const pending = direct.map((path) => path.at(-1) ?? '');
  for (let name = pending.pop(); name !== undefined; name = pending.pop()) {
    for (const inner of pathsIn(definitions.get(name) ?? '').map((path) => path.at(-1) ?? '')) {
      if (inner === name || behind.has(inner) || !definitions.has(inner)) continue;
      behind.add(inner);
      pending.push(inner);
    }
  }
  return [...direct, ...[...behind].map((name) => [MAIN, name])];
}

/** Everything that could be a name, with what stands before its point. */
function pathsIn(sql: string): readonly (readonly string[])[] {
  const read = tokenize(sql, ofStatements(sqliteGrammar));
  if (!read.ok) throw new Error(read.reason);
  const { tokens } = read;
  const nameAt = (index: number): string | null => {
    const token = tokens[index];
    return token && (token.kind === 'word' || token.kind === 'name' || token.kind === 'string')
      ? token.text.toLowerCase()
      : null;
  };
  return tokens.flatMap((_, index) => {
    const name = nameAt(index);
    const before = isSymbol(tokens[index - 1], '.') ? nameAt(index - 2) : null;
    return name === null ? [] : [before === null ? [name] : [before, name]];
  });
}

/**
 * The first name that is none of the columns it may name. The expression is compiled over these columns alone. A name
 * in double quotes that is no column would be a text there: it is quoted in the way that is never one.
 */
function strangeNames(
  { sql, from, names }: WrittenSql & { readonly kind: 'expression' | 'rule' },
  programs: Programs,
): readonly string[] {
  if (!names) return [];
  const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
  const columns = names.columns.length === 0 ? 'NULL' : names.columns.map(quoted).join(', ');
  try {
    programs.of(`SELECT ${neverTexts(sql)} FROM (SELECT ${columns} FROM ${from}) AS ${quoted(names.source)}`);
    return [];
  } catch (error) {
    const missing = missingIn(error);
    if (missing === null) throw error;
    return [missing];
  }
}

function neverTexts(sql: string): string {
  const read = tokenize(sql, { ...sqliteGrammar, refused: new Set() });
  if (!read.ok) throw new Error(read.reason);
  let text = '';
  let at = 0;
  for (const token of read.tokens) {
    if (token.kind !== 'name') continue;
    text += `${read.text.slice(at, token.start)}\`${token.text.replaceAll('`', '``')}\``;
    at = token.end;
  }
  return text + read.text.slice(at);
}

function missingIn(error: unknown): string | null {
  return /^no such column: (.+)$/s.exec(error instanceof Error ? error.message : '')?.[1] ?? null;
}

/**
 * Names that the source does not know may be those of result columns; they are given as nulls. Others are reported when
 * the query runs.
 */
function withNames(
  { sql, from }: WrittenSql & { readonly kind: 'expression' | 'rule' },
  programs: Programs,
): { readonly bare: Compiled; readonly from: string } {
  const names: string[] = [];
  for (;;) {
    const source =
      names.length === 0
        ? from
        : `${from}, (SELECT ${names.map((name) => `NULL AS "${name.replaceAll('"', '""')}"`).join(', ')}) AS ` +
          '"result_columns__"';
    try {
      return { bare: programs.of(`SELECT ${sql} FROM ${source}`), from: source };
    } catch (error) {
      const missing = missingIn(error);
      if (missing === null || names.includes(missing) || names.length === MAX_NAMES) throw error;
      names.push(missing);
    }
  }
}

function functionsOf({ program }: Compiled): readonly string[] {
  return [
    ...new Set(
      program
        .filter(({ opcode }) => calls.test(opcode))
        .map(({ p4 }) =>
          String(p4)
            .replace(/\(-?\d+\)$/, '')
            .toLowerCase(),
        ),
    ),
  ].filter((name) => !syntax.has(name));
}

function tablesOf({ program }: Compiled, names: ReadonlyMap<number, string>): ReadonlySet<string> {
  return new Set(
    program
      .filter(({ opcode }) => /^(OpenRead|ReopenIdx|VOpen)$/.test(opcode))
      .map(({ opcode, p2 }) => (opcode === 'VOpen' ? 'virtual table' : (names.get(p2) ?? `page ${p2}`))),
  );
}

function queriesOf({ plan }: Compiled): number {
  return plan.filter((line) => /SUBQUERY|IN-OPERATOR/.test(line)).length;
}
