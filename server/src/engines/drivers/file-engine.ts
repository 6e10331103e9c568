import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { rowsOf } from '@tessera/core/table';
import type { CompiledQuery } from '@tessera/query/structured-query';
import { bindAll } from '../../bind-all.ts';
import { collect } from '../values/collect.ts';
import { failedTest, unwatched } from './connection-test.ts';
import type {
  Batch,
  Catalog,
  ConnectionTest,
  CopiedTable,
  Engine,
  Namespace,
  RunOptions,
  TableRef,
  WriteResult,
} from '../engine.ts';
import { ConnectionProblem } from '../errors/connection-problem.ts';
import { refusedWriting } from '../verify/refused.ts';
import { INTROSPECTION, ownQuery } from './own-query.ts';
import type { ProcessHost } from '../process/host.ts';
import type { ProcessBatch } from '../process/query-stream.ts';

/** A host of processes of which some may write. */
export type WritableHost = ProcessHost & {
  /** Run a statement that writes. Left out where nothing can be written. */
  readonly write?: (query: CompiledQuery, options: RunOptions) => AsyncGenerator<ProcessBatch, void>;
  /** Others may read the file, and none writes it until the work is done. Left out where none ever does. */
  readonly whileRead?: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
};

/** What differs between engines that read a file in a process of their own. */
export type FileEngine = {
  readonly dialect: string;
  readonly defaultSchema: string | null;
  /** Check the file and make the host of its processes. @throws ConnectionProblem */
  readonly openHost: () => Promise<WritableHost>;
  /** Queries at a time, of the processes that read. */
  readonly places: number;
  /** Some of its processes may write. */
  readonly writes: boolean;
  /** Expressions are read together with their source. */
  readonly readsSource?: true;
  /** Where the embedded engine finds a table. @throws ConnectionProblem */
  readonly fileOf?: (table: TableRef) => Promise<CopiedTable>;
  readonly introspect: (rows: Rows) => Catalog;
};
/** Rows of a query of the driver's own, as objects of texts, numbers and nulls. */
export type Rows = (
  sql: string,
  parameters: readonly (string | null)[],
  signal: AbortSignal,
) => Promise<readonly Readonly<Record<string, string | number | boolean | null>>[]>;

type Context = {
  readonly file: FileEngine;
  opening: Promise<WritableHost> | null;
};

/** An engine over a process host that is made at the first query. */
export function fileEngine(file: FileEngine): Engine {
  const context: Context = {
    file,
    opening: null,
  };
  return {
    ...bindAll(context, { run, stream, describe, test, wake, close }),
    ...(file.writes && bindAll(context, { write })),
    ...(file.fileOf && { copying: (...asked) => copying(context, ...asked) }),
    dialect: file.dialect,
    places: file.places,
    defaultSchema: file.defaultSchema,
    // Whole statements are looked at in the process, before they run.
    reader: {
      read: async (written, { signal }) => (await host(context)).read(written, signal),
      closed: null,
      ...(file.readsSource && { needsSource: true }),
    },
    ...file.introspect((sql, parameters, signal) => rows(context, sql, parameters, signal)),
  };
}

async function copying<T>(
  context: Context,
  table: TableRef,
  signal: AbortSignal,
  work: (from: CopiedTable) => Promise<T>,
): Promise<T> {
  const { file } = context;
  const opened = await host(context);
  if (!file.fileOf) throw new Error('Nothing of this engine is copied.');
  const from = await file.fileOf({ ...table, schema: table.schema ?? file.defaultSchema }).catch(asTold);
  return opened.whileRead ? opened.whileRead(signal, () => work(from)) : work(from);
}

function open(context: Context): Promise<WritableHost> {
  context.opening ??= context.file.openHost();
  context.opening.catch(() => {
    context.opening = null;
  });
  return context.opening;
}

function host(context: Context): Promise<WritableHost> {
  return open(context).catch(asTold);
}

function asTold(error: unknown): never {
  throw error instanceof ConnectionProblem
    ? new AppError(error.failure, { step: error.step, reason: error.message })
    : error;
}

async function* batches(
  context: Context,
  query: CompiledQuery,
  options: RunOptions,
  internal = false,
): AsyncGenerator<Batch, void> {
  yield* (await host(context)).stream(query, { ...options, internal });
}

async function rows(context: Context, sql: string, parameters: readonly (string | null)[], signal: AbortSignal) {
  const { table } = await collect(batches(context, ownQuery(sql, parameters), { ...INTROSPECTION, signal }, true));
  return rowsOf(table).map((row) =>
    Object.fromEntries(
      Object.entries(row).map(([name, cell]) => [
        name,
        typeof cell === 'object' ? null : typeof cell === 'bigint' ? String(cell) : cell,
      ]),
    ),
  );
}

async function test(context: Context, { passed, signal } = unwatched): Promise<ConnectionTest> {
  try {
    const opened = await open(context);
    passed('name');
    await opened.start();
    await rows(context, 'SELECT 1 AS one', [], signal);
    passed('rights');
    return { ok: true };
  } catch (error) {
    return failedTest(error);
  }
}

function run(context: Context, query: CompiledQuery, options: RunOptions) {
  return collect(batches(context, query, options), options);
}

function stream(context: Context, query: CompiledQuery, options: RunOptions) {
  return batches(context, query, options);
}

async function write(context: Context, query: CompiledQuery, options: RunOptions): Promise<WriteResult> {
  const opened = await host(context);
  if (!opened.write) throw new AppError('statement_writes', { reason: message('Nothing can be written here.') });
  const counted: { affected: number | null } = { affected: null };
  const returned = await collect(counting(opened.write(query, options), counted), options).catch((error: unknown) => {
    throw refusedWriting(error);
  });
  return { ...returned, ...counted };
}

async function* counting(
  batches: AsyncIterable<ProcessBatch>,
  counted: { affected: number | null },
): AsyncGenerator<Batch, void> {
  for await (const { affected, ...batch } of batches) {
    if (batch.isLast) counted.affected = affected;
    yield batch;
  }
}

async function describe(context: Context, sql: string, signal: AbortSignal, namespace?: Namespace) {
  return (await host(context)).describe(sql, signal, namespace?.schema || null);
}

async function wake(context: Context) {
  return (await host(context)).start();
}

async function close(context: Context) {
  const opened = await context.opening?.catch(() => null);
  await opened?.close();
}
