import { pathToFileURL } from 'node:url';
import { setImmediate } from 'node:timers/promises';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import Database from 'libsql';
import type { Bound } from '@tessera/query/structured-query';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { checkStatement, MAX_STATEMENT } from '@tessera/query/sql-safety/statement';
import { sqliteGrammar } from '@tessera/query/sql-safety/grammars';
import { RETURNED_ROWS } from '../values/collect.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { isWriting } from '../verify/refused.ts';
import { fromFirstWord } from '../verify/statement-text.ts';
import { columnBuilder, resultNames } from '../values/columns.ts';
import { BATCH_CHARACTERS, type RunEnd, type RunRequest } from '../process/protocol.ts';
import { Refusal, serve, type Emit } from '../process/serve.ts';
import { watchParent } from '../process/watch-parent.ts';
import { cellOf, kindOfDeclared, kindOfValue } from './sqlite/cells.ts';
import {
  assertNamesOpen,
  assertOpenProgram,
  assertOpenText,
  assertWritingProgram,
  withReadableBytes,
} from './sqlite/closed.ts';
import { readSqlite, type Programs } from './sqlite/reading.ts';
import type { SqliteProcessSettings } from './sqlite/sqlite.ts';

let database: Database.Database | null = null;
/**
 * Explains statements, and runs none: the driver leaves an EXPLAIN open, and beside an open statement the lock of those
 * that ran is not released, so that nobody could write to the file.
 */
let compiler: Database.Database | null = null;
/** Rows of a batch; smaller than elsewhere, because rows are read one by one on the thread that answers. */
const ROWS = 5_000;
/** How long a lock of somebody else is waited for: who writes waits for those who read, to the end of its time. */
const READER_WAIT_MS = 5_000;
const WRITER_WAIT_MS = 10 * 60_000;
/** Collections after a statement that was cut. */
const ROUNDS = 2;
/** Placeholders are closed to users' expressions, but a whole query has them. */
const grammar = {
  ...sqliteGrammar,
  refused: new Set([...sqliteGrammar.refused].filter((character) => character !== '?')),
};

watchParent();
serve<SqliteProcessSettings>({
  open: async (settings) => {
    database = connect(settings);
    // Beside the statements that another connection leaves open, this one could not commit.
    compiler = settings.writes === true ? database : connect(settings);
    database.prepare('SELECT COUNT(*) FROM sqlite_schema').get();
  },

  run: async (request, emit) => {
    let isWhole = false;
    try {
      if (request.writes === true) return await write(request, emit);
      isWhole = !(await run(request, emit));
      return { truncated: !isWhole };
    } finally {
      if (!isWhole) await releaseStatements();
    }
  },

  describe: async (request) => {
    check(request.sql);
    const statement = open().prepare(request.sql);
    return statement
      .columns()
      .map((column) => ({ name: column.name, type: (column.type ?? '').toUpperCase(), nullable: true, comment: null }));
  },

  read: async ({ written }) =>
    // The program of a long text is longer still, and no such text is run.
    written.sql.length > MAX_STATEMENT
      ? { ok: false, why: 'gave_up', reason: `it is longer than ${MAX_STATEMENT} characters` }
      : readSqlite(written, programs),

  // A running statement blocks this thread, so the parent ends the process instead.
  cancel: () => undefined,
});

/**
 * A statement that was not read to its end has its file locked against writers until the driver lets go of it: when it
 * is collected. Nothing refers to it any more by then.
 */
async function releaseStatements(): Promise<void> {
  setFlagsFromString('--expose-gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect !== 'function') return;
  for (let round = 0; round < ROUNDS; round += 1) {
    // What refers to it is gone with the turn that used it, and it is closed in the turn after it was collected.
    await setImmediate();
    collect();
    await setImmediate();
  }
}

/** A statement that writes, in a transaction of its own. */
async function write(request: RunRequest, emit: Emit): Promise<RunEnd> {
  assertNamesOpen(request.sql);
  if (!isWriting(request.sql))
    throw new Refusal('Only one statement that changes rows, tables or views can be run here.');
  const program = explained(`EXPLAIN ${ofOne(request.sql)}`) as { opcode: string; p4: unknown }[];
  assertWritingProgram(program);
  // A plan that the driver has open is a statement in progress to the database.
  await releaseStatements();
  const file = open();
  const statement = file.prepare(request.sql);
  const parameters = request.parameters.map(bindable);
  file.exec('BEGIN IMMEDIATE');
  try {
    const done = statement.reader
      ? {
          rows: statement
            .raw(true)
            .safeIntegers(true)
            .all(...parameters) as unknown[][],
          affected: null,
        }
      : { rows: [], affected: countOf(request.sql, statement.run(...parameters).changes) };
    file.exec('COMMIT');
    const kept = done.rows.slice(0, Math.min(request.maxRows, RETURNED_ROWS));
    const names = statement.reader ? resultNames(statement.columns().map((column) => column.name)) : [];
    const columns = names.map((name, index) => {
      const kind = kindOfValue(kept.find((row) => row[index] !== null)?.[index]);
      const builder = columnBuilder(name, kind, '');
      for (const row of kept) builder.push(cellOf(row[index], kind));
      return builder.take();
    });
    await emit(kept.length, columns);
    return {
      truncated: kept.length < done.rows.length,
      affected: statement.reader ? done.rows.length : done.affected,
    };
  } catch (error) {
    if (file.inTransaction) file.exec('ROLLBACK');
    throw error;
  }
}

/** Of what makes or drops objects the database tells the count of the statement before. */
function countOf(sql: string, changes: number): number | null {
  return /^(INSERT|UPDATE|DELETE|REPLACE|WITH)\b/i.test(fromFirstWord(sql)) ? changes : null;
}

/** The text of one statement, complete in its brackets, without what stands behind it. @throws Refusal */
function ofOne(sql: string): string {
  const split = splitStatements(sql, grammar);
  const only = split.ok && split.statements.length === 1 ? split.statements[0] : undefined;
  if (!only) throw new Refusal(split.ok ? 'Only one statement can be run here.' : split.reason);
  return only.text;
}

async function run(request: RunRequest, emit: Emit): Promise<boolean> {
  if (!request.internal) check(request.tells === true ? queryOfPlan(request.sql) : request.sql);
  const statement = open().prepare(request.sql);
  const described = statement.columns();
  const names = resultNames(described.map((column) => column.name));
  statement.raw(true);
  statement.safeIntegers(true);

  const rows = statement.iterate(...request.parameters.map(bindable)) as IterableIterator<readonly unknown[]>;
  const columns = described.map((column, index) => ({
    declared: kindOfDeclared(column.type),
    type: (column.type ?? '').toUpperCase(),
    name: names[index] ?? column.name,
  }));
  let builders: readonly ReturnType<typeof columnBuilder>[] | null = null;
  let kinds: readonly ('numeric' | 'string' | 'temporal' | 'boolean')[] = [];
  let held: (readonly unknown[])[] = [];
  let total = 0;
  let characters = 0;
  let emitted = false;

  const flush = async (): Promise<void> => {
    const batch = held;
    held = [];
    characters = 0;
    emitted = true;
    kinds = columns.map(
      (column, index) =>
        column.declared ??
        (builders ? (kinds[index] ?? 'string') : kindOfValue(batch.find((row) => row[index] !== null)?.[index])),
    );
    builders ??= columns.map((column, index) => columnBuilder(column.name, kinds[index] ?? 'string', column.type));
    for (const row of batch)
      builders.forEach((builder, index) => builder.push(cellOf(row[index], kinds[index] ?? 'string')));
    await emit(
      batch.length,
      builders.map((builder) => builder.take()),
    );
  };

  for (const row of rows) {
    if (total >= request.maxRows) {
      if (held.length > 0 || !emitted) await flush();
      return true;
    }
    held.push(row);
    total += 1;
    for (const value of row) characters += typeof value === 'string' ? value.length : 8;
    if (held.length >= ROWS || characters > BATCH_CHARACTERS) await flush();
  }
  if (held.length > 0 || !emitted) await flush();
  return false;
}

/** The query of a plan; a statement that tells of tables is a query to this database anyway. */
function queryOfPlan(sql: string): string {
  return sql.replace(/^\s*EXPLAIN\s+(QUERY\s+PLAN\s+)?/i, '');
}

function connect({ file, memoryMb, writes = false }: SqliteProcessSettings): Database.Database {
  // The option `readonly` of the driver is not obeyed; the mode of the URI is.
  const opened = new Database(`${pathToFileURL(file).href}?mode=${writes ? 'rw' : 'ro'}`, {
    timeout: writes ? WRITER_WAIT_MS : READER_WAIT_MS,
  });
  for (const pragma of [
    `query_only = ${writes ? 0 : 1}`,
    'trusted_schema = 0',
    'cell_size_check = 1',
    'temp_store = 2',
    'mmap_size = 0',
    `hard_heap_limit = ${memoryMb * 1024 * 1024}`,
  ])
    opened.exec(`PRAGMA ${pragma}`);
  return opened;
}

function explained(sql: string): readonly unknown[] {
  if (!compiler) throw new Error('The database is not open.');
  return compiler.prepare(withReadableBytes(sql)).all();
}

function open(): Database.Database {
  if (!database) throw new Error('The database is not open.');
  return database;
}

/** Three walls: the text as it stands, its one statement, and the program that the database makes of it. */
function check(sql: string): void {
  assertOpenText(sql);
  try {
    checkStatement(sql, grammar);
  } catch (error) {
    throw new Refusal(error instanceof Error ? error.message : String(error));
  }
  const program = explained(`EXPLAIN ${sql}`) as { opcode: string; p4: unknown }[];
  assertOpenProgram(program);
}

/** What the database makes of a statement: its program, its plan, and how many columns it gives. */
const programs: Programs = {
  of: (sql) => ({
    program: explained(`EXPLAIN ${sql}`) as { opcode: string; p2: number; p4: unknown }[],
    plan: (explained(`EXPLAIN QUERY PLAN ${sql}`) as { detail: string }[]).map((row) => row.detail),
    columns: open().prepare(sql).columns().length,
  }),
  tables: () =>
    new Map(
      (
        open().prepare('SELECT rootpage, tbl_name FROM sqlite_schema').all() as { rootpage: number; tbl_name: string }[]
      ).map((row) => [row.rootpage, row.tbl_name.toLowerCase()]),
    ),
  definitions: () =>
    new Map(
      (
        open()
          .prepare("SELECT name, sql FROM sqlite_schema WHERE type IN ('table', 'view') AND rootpage = 0")
          .all() as { name: string; sql: string }[]
      ).map((row) => [row.name.toLowerCase(), row.sql]),
    ),
};

function bindable(bound: Bound): string | number | bigint | null {
  if (bound.kind === 'instant') return sqlDateTime(bound.epochMs);
  if (typeof bound.value === 'boolean') return bound.value ? 1 : 0;
  // Whole numbers are bound as integers, so that arithmetic on them stays exact.
  return typeof bound.value === 'number' && Number.isSafeInteger(bound.value) ? BigInt(bound.value) : bound.value;
}
