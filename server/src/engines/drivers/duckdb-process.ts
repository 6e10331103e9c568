import {
  BIGINT,
  BOOLEAN,
  DOUBLE,
  type DuckDBInstance,
  HUGEINT,
  SQLNULL,
  VARCHAR,
  ResultReturnType,
  StatementType,
  type DuckDBConnection,
  type DuckDBMaterializedResult,
  type DuckDBPreparedStatement,
  type DuckDBType,
} from '@duckdb/node-api';
import type { Bound } from '@tessera/query/structured-query';
import { assertOpen, assertOpenStatement } from './duckdb/closed.ts';
import { cellReader, kindOfType } from './duckdb/cells.ts';
import type { DuckdbProcessSettings } from './duckdb/duckdb.ts';
import { openExtractFile, openFile, openFolder, openTableFiles } from './duckdb/opening.ts';
import { readDuckdb } from './duckdb/reading.ts';
import { quoted } from '../uploads/sql.ts';
import { sqlDateTime } from '@tessera/query/dialect';
import { columnBuilder, resultNames } from '../values/columns.ts';
import { BATCH_CHARACTERS, BATCH_ROWS, type RunEnd, type RunRequest } from '../process/protocol.ts';
import { serve, type Emit } from '../process/serve.ts';
import { RETURNED_ROWS } from '../values/collect.ts';
import { statementOf } from '../verify/reading.ts';
import { treeOf } from './duckdb/tree.ts';

let instance: DuckDBInstance | null = null;
/** A connection per running query, so that an interrupt stops that query alone. */
const running = new Map<number, DuckDBConnection>();
/**
 * Connections whose queries are over, for the next ones: making one takes as long as a small query. No more than ran at
 * once.
 */
const idle: DuckDBConnection[] = [];
/** Interrupts that are repeated until the query ends: one that comes between two steps of a query stops neither. */
const interrupts = new Map<number, NodeJS.Timeout>();
const INTERRUPT_EVERY_MS = 20;
const FIRST_ROWS = 1;
const HEAVY_CHARACTERS = 64_000_000;
/** Statements that were found to be open, so many and so long at most. */
const knownOpen = new Set<string>();
const CACHE_ENTRIES = 200;
const CACHE_CHARACTERS = 10_000;
/** Connections whose bare names are looked for elsewhere than at first. */
const moved = new Map<DuckDBConnection, string>();
const USUAL_SCHEMA = 'main';
/** What the engine's parser may take a statement for. */
const plans: ReadonlySet<string> = new Set(['SELECT', 'EXPLAIN']);
const writing: ReadonlySet<string> = new Set(['INSERT', 'UPDATE', 'DELETE', 'MERGE_INTO', 'CREATE', 'ALTER', 'DROP']);

serve<DuckdbProcessSettings>({
  open: async (settings) => {
    instance = settings.tables
      ? await openTableFiles(settings, settings.tables)
      : settings.isFolder
        ? await openFolder(settings)
        : settings.isExtract
          ? await openExtractFile(settings)
          : await openFile(settings);
    await (await connect(0)).run('SELECT 1');
    release(0, true);
  },

  run: async (request, emit) => {
    const connection = await connect(request.id);
    let isOver = false;
    try {
      await moveTo(connection, request.schema ?? USUAL_SCHEMA);
      if (request.writes === true) return await write(connection, request, emit);
      const isTelling = !request.internal && request.tells === true && (await isOther(connection, request.sql));
      if (!request.internal && !isTelling) await check(connection, request.sql);
      const statement = await connection.prepare(request.sql);
      if (isTelling) assertOpenStatement(request.sql, typeOf(statement), plans);
      bind(statement, request);
      const result = await statement.stream();
      statement.destroySync();
      const types = result.columnTypes();
      const columns = resultNames(result.columnNames()).map((name, index) => {
        const type = types[index];
        return columnBuilder(name, type ? kindOfType(type) : 'string', type ? String(type) : '');
      });
      let total = 0;
      let held = 0;
      let emitted = false;
      let weight = 0;
      const flush = async (): Promise<void> => {
        const rows = held;
        held = 0;
        emitted = true;
        await emit(
          rows,
          columns.map((column) => column.take()),
        );
      };
      for (let chunk = await result.fetchChunk(); chunk && chunk.rowCount > 0; chunk = await result.fetchChunk()) {
        const room = Math.min(chunk.rowCount, request.maxRows - total);
        // Who waits for the first rows gets them at once.
        if (held > 0 && (!emitted || held + room > BATCH_ROWS)) await flush();
        // One row first: long texts are made into those of this language chunk by chunk.
        for (let from = 0, step = FIRST_ROWS; from < room;) {
          const to = Math.min(room, from + step);
          for (const [index, column] of columns.entries()) {
            const vector = chunk.getColumnVector(index);
            const read = cellReader(types[index]);
            for (let row = from; row < to; row += 1) column.push(read(vector.getItem(row)));
          }
          total += to - from;
          held += to - from;
          from = to;
          const characters = columns.reduce((sum, column) => sum + column.characters(), 0);
          step = Math.max(1, Math.floor((held * BATCH_CHARACTERS) / (4 * Math.max(1, characters))));
          if (characters > BATCH_CHARACTERS) {
            await flush();
            weight += characters;
          }
        }
        if (weight > HEAVY_CHARACTERS) {
          // The engine's own copy of rows goes with the values that stand for it here.
          weight = 0;
          globalThis.gc?.();
        }
        if (room < chunk.rowCount) {
          if (held > 0 || !emitted) await flush();
          return { truncated: true };
        }
      }
      if (held > 0 || !emitted) await flush();
      isOver = true;
      return { truncated: false };
    } finally {
      // The seed of random numbers is one of a connection.
      release(request.id, isOver && !/setseed/i.test(request.sql));
    }
  },

  describe: async (request) => {
    const connection = await connect(-request.id);
    try {
      await moveTo(connection, request.schema ?? USUAL_SCHEMA);
      await check(connection, request.sql);
      const prepared = await connection.prepare(request.sql);
      return Array.from({ length: prepared.columnCount }, (_, index) => ({
        name: prepared.columnName(index),
        type: String(prepared.columnType(index)),
        nullable: true,
        comment: null,
      }));
    } finally {
      release(-request.id, false);
    }
  },

  read: async ({ id, written }) => {
    const connection = await connect(-id);
    let isOver = false;
    try {
      const sql = statementOf(written);
      const tree = await serialized(connection, sql);
      isOver = true;
      return readDuckdb(tree, sql);
    } finally {
      release(-id, isOver);
    }
  },

  progress: (id) => {
    const told = running.get(id)?.progress;
    // A query whose work the engine cannot foresee is at a negative percentage. Its rows are that share of an estimate,
    // so they are not reported.
    return told && told.percentage >= 0 ? { share: Math.min(1, told.percentage / 100), rows: null } : null;
  },

  cancel: (id) => {
    running.get(id)?.interrupt();
    interrupts.set(
      id,
      setInterval(() => running.get(id)?.interrupt(), INTERRUPT_EVERY_MS),
    );
  },
});

/** Look for bare names in another schema from now on: this alone of what a session may set is open. */
async function moveTo(connection: DuckDBConnection, schema: string): Promise<void> {
  if ((moved.get(connection) ?? USUAL_SCHEMA) === schema) return;
  await connection.run(`USE ${quoted(schema)}`);
  moved.set(connection, schema);
}

/** Is it something else than a query to the engine's parser? */
async function isOther(connection: DuckDBConnection, sql: string): Promise<boolean> {
  return treeOf(await serialized(connection, sql)).kind === 'other';
}

function typeOf(statement: DuckDBPreparedStatement): string {
  return StatementType[statement.statementType];
}

function bind(statement: DuckDBPreparedStatement, { parameters }: RunRequest): void {
  const values = parameters.map(bindable);
  statement.bind(values, values.map(typeOfBound));
}

/** A statement that writes: it commits by itself when it has ended, and an interrupt takes all of it back. */
async function write(connection: DuckDBConnection, request: RunRequest, emit: Emit): Promise<RunEnd> {
  const statement = await connection.prepare(request.sql);
  assertOpenStatement(request.sql, typeOf(statement), writing);
  bind(statement, request);
  const result = await statement.run();
  const returned = await returnedBy(result, Math.min(request.maxRows, RETURNED_ROWS));
  // Who reads next finds everything in the file itself. Beside a query of another connection it is put off.
  await connection.run('CHECKPOINT').catch(() => undefined);
  await emit(returned.rowCount, returned.columns);
  return returned.end;
}

async function returnedBy(result: DuckDBMaterializedResult, most: number) {
  const isRows = result.returnType === ResultReturnType.QUERY_RESULT;
  const rows = result.rowCount > 0 ? await result.getRows() : [];
  const kept = isRows ? rows.slice(0, most) : [];
  const types = result.columnTypes();
  const names = isRows ? resultNames(result.columnNames()) : [];
  const columns = names.map((name, index) => {
    const type = types[index];
    const builder = columnBuilder(name, type ? kindOfType(type) : 'string', type ? String(type) : '');
    const read = cellReader(type);
    for (const row of kept) builder.push(read(row[index] ?? null));
    return builder.take();
  });
  // A table that is made from a query tells by a row how many it holds.
  const counted = isRows
    ? rows.length
    : result.returnType === ResultReturnType.CHANGED_ROWS
      ? result.rowsChanged
      : rows[0]?.[0];
  return {
    rowCount: kept.length,
    columns,
    end: {
      truncated: kept.length < (isRows ? rows.length : 0),
      affected: counted === undefined ? null : Number(counted),
    },
  };
}

async function connect(id: number): Promise<DuckDBConnection> {
  const connection = idle.pop() ?? (await opened());
  running.set(id, connection);
  return connection;
}

/** A new connection, which tells how far its query is. */
async function opened(): Promise<DuckDBConnection> {
  if (!instance) throw new Error('The database is not open.');
  const connection = await instance.connect();
  // Settings are closed; these two are statements of their own, for one connection.
  await connection.run('PRAGMA enable_progress_bar; PRAGMA disable_print_progress_bar');
  return connection;
}

/** @param isClean  Its query was read to the end, and left nothing behind */
function release(id: number, isClean: boolean): void {
  const connection = running.get(id);
  running.delete(id);
  // An interrupt may come after the end of its query, and would stop the next one.
  const isInterrupted = interrupts.has(id);
  clearInterval(interrupts.get(id));
  interrupts.delete(id);
  if (!connection) return;
  if (isClean && !isInterrupted) return void idle.push(connection);
  moved.delete(connection);
  connection.closeSync();
}

/** The tree of a text is the same each time; a dashboard asks the same again and again. */
async function check(connection: DuckDBConnection, sql: string): Promise<void> {
  if (knownOpen.has(sql)) return;
  assertOpen(await serialized(connection, sql));
  if (sql.length > CACHE_CHARACTERS) return;
  const [oldest] = knownOpen;
  if (oldest !== undefined && knownOpen.size >= CACHE_ENTRIES) knownOpen.delete(oldest);
  knownOpen.add(sql);
}

/** The tree that the engine's parser makes of a text, as JSON. */
async function serialized(connection: DuckDBConnection, sql: string): Promise<string> {
  const answer = await connection.runAndReadAll('SELECT json_serialize_sql($1::VARCHAR)', [sql]);
  return String(answer.getRows()[0]?.[0]);
}

type Scalar = string | number | bigint | boolean | null;

function bindable(bound: Bound): Scalar {
  if (bound.kind === 'instant') return sqlDateTime(bound.epochMs);
  return typeof bound.value === 'number' && Number.isSafeInteger(bound.value) ? BigInt(bound.value) : bound.value;
}

/** Left to itself the driver binds integers as HUGEINT, which makes comparisons wider, and refuses large doubles. */
function typeOfBound(value: Scalar): DuckDBType {
  if (value === null) return SQLNULL;
  if (typeof value === 'bigint') return BigInt.asIntN(64, value) === value ? BIGINT : HUGEINT;
  if (typeof value === 'number') return DOUBLE;
  return typeof value === 'boolean' ? BOOLEAN : VARCHAR;
}
