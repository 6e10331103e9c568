import { createHash } from 'node:crypto';
import { setMaxListeners } from 'node:events';
import { LRUCache } from 'lru-cache';
import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { blamed } from '@tessera/query/sql-safety/blame';
import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import type { Engine, RunOptions } from '../engine.ts';
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

/**
 * The same engine, which runs what people wrote only after a parser of its database has read it too. The reader of
 * `packages/query/src/sql-safety` has accepted the text before; where the two differ, the query is refused. What the
 * database then says against it has its place in what people wrote.
 */
export function withVerification(engine: Engine, reader: SqlReader | null): Engine {
  const allowed = { grammar: dialectOf(engine.dialect).grammar, isExact: EXACT.has(engine.dialect) };
  const good = new LRUCache<string, true>({ max: CACHE_ENTRIES });
  const underWay = new Map<string, Promise<SqlRead>>();

  const unread = (texts: readonly WrittenSql[]) => texts.filter((written) => !good.has(keyOf(written, reader)));

  /** Those who ask for the same text at the same time share one reading; it is bound to the signal of the first. */
  async function readOnce(written: WrittenSql, { read }: SqlReader, options: ReadOptions): Promise<SqlRead> {
    const key = keyOf(written, reader);
    for (;;) {
      const shared = underWay.get(key);
      const reading = shared ?? read(written, options).finally(() => underWay.delete(key));
      if (!shared) underWay.set(key, reading);
      try {
        return await untilAborted(reading, options.signal);
      } catch (error) {
        // The first may have left while it waited for its turn.
        if (!shared || options.signal.aborted || !isAppError(error, 'query_cancelled')) throw error;
      }
    }
  }

  async function check(texts: readonly WrittenSql[], options: ReadOptions): Promise<void> {
    if (texts.length === 0) return;
    if (reader === null)
      throw new AppError('statement_refused', { reason: `nothing reads the SQL of ${engine.dialect} here` });
    // Each of them waits by itself.
    setMaxListeners(0, options.signal);
    await Promise.all(
      texts.map(async (written) => {
        const read = await readOnce(written, reader, options);
        try {
          assertReading(written, read, allowed, reader.closed);
        } catch (error) {
          // What is told of an expression alone holds nothing of its source, whose words not everybody may read.
          throw written.kind === 'expression' && reader.needsSource !== true ? blamed(error, written.sql) : error;
        }
        good.set(keyOf(written, reader), true);
      }),
    );
  }

  /** Reading counts towards the time of the query. */
  async function checkInTime(texts: readonly WrittenSql[], options: RunOptions): Promise<RunOptions> {
    const fresh = unread(texts);
    if (fresh.length === 0) return options;
    return (await withinDeadline(options, (signal) => check(fresh, { ...options, signal }))).options;
  }

  const { estimate } = engine;
  const queries = new LRUCache<string, SqlRead>({ max: CACHED_QUERIES });

  return {
    ...engine,
    ...(reader && {
      readQuery: async (sql: string, options: ReadOptions) => {
        const read = queries.get(sql) ?? (await readOnce({ kind: 'query', sql }, reader, options));
        if (read.ok || read.why === 'syntax') queries.set(sql, read);
        return read;
      },
    }),
    run: async (query, options) => {
      const checked = await checkInTime(query.written, options);
      return engine.run(query, checked).catch((error: unknown) => {
        throw placedInWritten(error, query);
      });
    },
    stream: async function* stream(query: CompiledQuery, options) {
      const checked = await checkInTime(query.written, options);
      try {
        yield* engine.stream(query, checked);
      } catch (error) {
        throw placedInWritten(error, query);
      }
    },
    describe: async (sql, signal) => {
      await check(unread([{ kind: 'query', sql }]), { signal });
      return engine.describe(sql, signal);
    },
    ...(estimate && {
      estimate: async (query: CompiledQuery, signal: AbortSignal) => {
        await check(unread(query.written), { signal });
        return estimate(query, signal).catch((error: unknown) => {
          throw placedInWritten(error, query);
        });
      },
    }),
  };
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
  return JSON.stringify([
    written.kind,
    written.sql,
    reader?.needsSource === true ? written.from : '',
    written.names ? digestOf(written.names) : '',
  ]);
}
