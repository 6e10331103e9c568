import { message } from '@tessera/core/messages';
import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { blamed } from '@tessera/query/sql-safety/blame';
import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import { bindAll } from '../../bind-all.ts';
import type { Engine, Namespace, RunOptions } from '../engine.ts';
import { assertPlaceOpen } from './closed-text.ts';
import { withinDeadline, untilAborted } from '../admission/deadline.ts';
import type { ReadOptions, SqlReader } from './reader.ts';
import { assertReading, type SqlRead } from './reading.ts';
import { placedInWritten } from './written-place.ts';

/** Dialects to which names that differ in their case alone are different names. */
const EXACT: ReadonlySet<string> = new Set(['postgresql', 'clickhouse']);
/** Texts that were found to be good, per engine. */
const CACHE_ENTRIES = 2_000;
/** What whole queries name. */
const CACHED_QUERIES = 500;

type Verifier = {
  readonly engine: Engine;
  readonly reader: SqlReader | null;
  readonly allowed: Parameters<typeof assertReading>[2];
  readonly good: LRUCache<string, true>;
  readonly underWay: Map<string, Promise<SqlRead>>;
};

/**
 * The same engine, which runs what users wrote only after a parser of its database has read it too. The reader of
 * `packages/query/src/sql-safety` has accepted the text before; where the two differ, the query is refused. What the
 * database then says against it has its place in what users wrote.
 */
export function withVerification(engine: Engine, reader: SqlReader | null): Engine {
  const { estimate, write } = engine;
  const queries = new LRUCache<string, SqlRead>({ max: CACHED_QUERIES });
  const verifier: Verifier = {
    engine,
    reader,
    allowed: { grammar: dialectOf(engine.dialect).grammar, isExact: EXACT.has(engine.dialect) },
    good: new LRUCache<string, true>({ max: CACHE_ENTRIES }),
    underWay: new Map<string, Promise<SqlRead>>(),
  };
  return {
    ...engine,
    ...(reader && {
      readQuery: async (sql: string, options: ReadOptions) => {
        const read = queries.get(sql) ?? (await readOnce(verifier, { kind: 'query', sql }, reader, options));
        if (read.ok || read.why === 'syntax') queries.set(sql, read);
        return read;
      },
    }),
    ...bindAll(verifier, { run, stream, describe }),
    ...(write && {
      write: async (query: CompiledQuery, options: RunOptions) => {
        assertPlace(verifier, query.text, options.namespace);
        // An engine that looks at whole statements itself does so each time before one runs.
        const written =
          reader?.closed === null ? query.written.filter(({ kind }) => kind !== 'statement') : query.written;
        const checked = await checkInTime(verifier, written, options);
        return write(query, checked).catch((error: unknown) => {
          throw placedInWritten(error, query);
        });
      },
    }),
    ...(estimate && {
      estimate: async (query: CompiledQuery, signal: AbortSignal, namespace?: Namespace) => {
        assertPlace(verifier, query.text, namespace);
        await check(verifier, unread(verifier, query.written), { signal });
        return estimate(query, signal, namespace).catch((error: unknown) => {
          throw placedInWritten(error, query);
        });
      },
    }),
  };
}

function unread(verifier: Verifier, texts: readonly WrittenSql[]) {
  return texts.filter((written) => written.kind !== 'about' && !verifier.good.has(keyOf(written, verifier.reader)));
}

/** Those who ask for the same text at the same time share one reading; it is bound to the signal of the first. */
async function readOnce(
  verifier: Verifier,
  written: WrittenSql,
  { read }: SqlReader,
  options: ReadOptions,
): Promise<SqlRead> {
  const key = keyOf(written, verifier.reader);
  for (;;) {
    const shared = verifier.underWay.get(key);
    const reading = shared ?? read(written, options).finally(() => verifier.underWay.delete(key));
    if (!shared) verifier.underWay.set(key, reading);
    try {
      return await untilAborted(reading, options.signal);
    } catch (error) {
      // The first may have left while it waited for a slot.
      if (!shared || options.signal.aborted || !isAppError(error, 'query_cancelled')) throw error;
    }
  }
}

async function check(verifier: Verifier, texts: readonly WrittenSql[], options: ReadOptions): Promise<void> {
  if (texts.length === 0) return;
  const { reader } = verifier;
  if (reader === null)
    throw new AppError('statement_refused', {
      reason: message('nothing reads the SQL of %(dialect)s here', { dialect: verifier.engine.dialect }),
    });
  // Each of them waits by itself.
  setMaxListeners(0, options.signal);
  await Promise.all(
    texts.map(async (written) => {
      const read = await readOnce(verifier, written, reader, options);
      try {
        assertReading(written, read, verifier.allowed, reader.closed);
      } catch (error) {
        // What is reported of an expression alone holds nothing of its source, whose words not everybody may read.
        throw written.kind === 'expression' && reader.needsSource !== true ? blamed(error, written.sql) : error;
      }
      verifier.good.set(keyOf(written, reader), true);
    }),
  );
}

/** Reading counts towards the time of the query. */
async function checkInTime(verifier: Verifier, texts: readonly WrittenSql[], options: RunOptions): Promise<RunOptions> {
  const fresh = unread(verifier, texts);
  if (fresh.length === 0) return options;
  return (await withinDeadline(options, (signal) => check(verifier, fresh, { ...options, signal }))).options;
}

/** @throws AppError statement_refused where names are looked for in a place that is closed */
function assertPlace({ reader }: Verifier, sql: string, namespace: Namespace | undefined): void {
  if (namespace && reader?.closed) assertPlaceOpen(sql, namespace, reader.closed);
}

async function run(verifier: Verifier, query: CompiledQuery, options: RunOptions) {
  assertPlace(verifier, query.text, options.namespace);
  const checked = await checkInTime(verifier, query.written, options);
  return verifier.engine.run(query, checked).catch((error: unknown) => {
    throw placedInWritten(error, query);
  });
}

async function* stream(verifier: Verifier, query: CompiledQuery, options: RunOptions) {
  assertPlace(verifier, query.text, options.namespace);
  const checked = await checkInTime(verifier, query.written, options);
  try {
    yield* verifier.engine.stream(query, checked);
  } catch (error) {
    throw placedInWritten(error, query);
  }
}

async function describe(verifier: Verifier, sql: string, signal: AbortSignal, namespace?: Namespace) {
  assertPlace(verifier, sql, namespace);
  await check(verifier, unread(verifier, [{ kind: 'query', sql }]), { signal });
  return verifier.engine.describe(sql, signal, namespace);
}

const digests = new WeakMap<readonly string[], string>();

/** Names of a dataset are many, and stay the same for all of its queries. */
function digestOf({ columns, source }: { readonly columns: readonly string[]; readonly source: string }): string {
  const digest = digests.get(columns) ?? createHash('sha256').update(JSON.stringify(columns)).digest('base64');
  digests.set(columns, digest);
  return `${digest} ${source}`;
}

function keyOf(written: WrittenSql, reader: SqlReader | null): string {
  if (written.kind === 'query') return JSON.stringify(['query', written.sql]);
  if (written.kind === 'about') return JSON.stringify(['about', written.sql]);
  if (written.kind === 'statement')
    return JSON.stringify([written.mayBeUnread === true ? 'any statement' : 'statement', written.sql]);
  return JSON.stringify([
    written.kind,
    written.sql,
    reader?.needsSource === true ? written.from : '',
    written.names ? digestOf(written.names) : '',
  ]);
}
