import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { blamed } from '@tessera/query/sql-safety/blame';
import type { CompiledQuery, WrittenSql } from '@tessera/query/structured-query';
import type { ClosedNames } from '../closed-text.ts';
import type { Engine } from '../engine.ts';
import type { ReadOptions } from './parsers.ts';
import { assertReading, type SqlRead } from './reading.ts';

/** A parser for the SQL of one database. */
export type SqlReader = {
  /** @throws AppError engine_unavailable, query_cancelled and whatever else keeps it from reading; never for what the text says */
  readonly read: (written: WrittenSql, options: ReadOptions) => Promise<SqlRead>;
  /** What an expression means is told by its source. */
  readonly needsSource?: true;
  readonly closed: ClosedNames | null;
};

/** Texts that were found to be good, per engine. */
const REMEMBERED = 2_000;

/**
 * The same engine, which runs what people wrote only after a parser of its database has read it too. The reader of
 * `packages/query/src/sql-safety` has accepted the text before; where the two differ, the query is refused.
 */
export function readTwice(engine: Engine, reader: SqlReader | null): Engine {
  const { functions } = dialectOf(engine.dialect).grammar;
  const good = new LRUCache<string, true>({ max: REMEMBERED });

  async function check(texts: readonly WrittenSql[], options: ReadOptions): Promise<void> {
    const unread = texts.filter((written) => !good.has(keyOf(written, reader)));
    if (unread.length === 0) return;
    if (reader === null) throw new AppError('statement_refused', { reason: `nothing reads the SQL of ${engine.dialect} here` });
    await Promise.all(unread.map(async (written) => {
      const read = await reader.read(written, options);
      try {
        assertReading(written, read, functions, reader.closed);
      } catch (error) {
        // What is told of an expression alone holds nothing of its source, whose words not everybody may read.
        throw written.kind === 'expression' && reader.needsSource !== true ? blamed(error, written.sql) : error;
      }
      good.set(keyOf(written, reader), true);
    }));
  }

  const { estimate } = engine;
  return {
    ...engine,
    run: async (query, options) => {
      await check(query.written ?? [], options);
      return engine.run(query, options);
    },
    stream: async function* stream(query: CompiledQuery, options) {
      await check(query.written ?? [], options);
      yield* engine.stream(query, options);
    },
    describe: async (sql, signal) => {
      await check([{ kind: 'query', sql }], { signal });
      return engine.describe(sql, signal);
    },
    ...(estimate && {
      estimate: async (query: CompiledQuery, signal: AbortSignal) => {
        await check(query.written ?? [], { signal });
        return estimate(query, signal);
      },
    }),
  };
}

function keyOf(written: WrittenSql, reader: SqlReader | null): string {
  return JSON.stringify([written.kind, written.sql, written.kind !== 'query' && reader?.needsSource === true ? written.from : '']);
}
