import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { positionAt } from '@tessera/core/text-position';
import type { CompiledQuery } from '@tessera/query/structured-query';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkStatement } from '@tessera/query/sql-safety/statement';
import { classify } from '@tessera/query/sql-statements/classify';
import { limitingFactor, ownLimit, withLimit } from '@tessera/query/sql-statements/limit';
import { splitStatements, type Statement } from '@tessera/query/sql-statements/split';
import { bindAll } from '../../bind-all.ts';
import { closing } from '../../closing.ts';
import { untilAborted } from '../../engines/admission/deadline.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { metered, type Quotas } from '../../engines/admission/quotas.ts';
import type { Batch } from '../../engines/engine.ts';
import type { ResultTableRef, ResultTables } from '../../engines/result-tables/result-tables.ts';
import type { Principal } from '../../principal.ts';
import type { CachedResults } from '../../sql-runs/cached-results.ts';
import { columnsOf, kindOfColumn, rowsLines, type ResultHead, type ResultTail } from '../../sql-runs/result-lines.ts';
import type { Query } from '../queries/schema.ts';
import type { ResultQueryBody } from './schema.ts';

export type ResultQueryService = ReturnType<typeof createResultQueryService>;

type Needs = {
  /** The query of a result that belongs to the principal. @throws AppError results_gone, not_found, editor_closed */
  readonly queryOf: (principal: Principal, key: string) => Promise<Query>;
  readonly cached: CachedResults;
  readonly tables: ResultTables;
  readonly quotas: Quotas;
  readonly monotonicMs: () => number;
  /** The most rows of an answer, and its bytes. */
  readonly maxRows: number;
  readonly maxBytes: number;
  readonly timeoutMs: number;
};

const DUCKDB = dialectOf('duckdb');

/**
 * A result is a table: SQL over what was read already runs in the embedded engine, closed to files and the network,
 * and its database is left alone. Everybody has their own results.
 */
export function createResultQueryService(needs: Needs) {
  return bindAll(needs, { answer });
}

/**
 * The lines of an answer, as those of a run: head, rows, tail, end. What is wrong with the question is thrown before
 * the first of them.
 * @throws AppError results_gone, not_found, invalid_fields, sql_unreadable, statement_refused, database_error
 */
async function answer(
  needs: Needs,
  principal: Principal,
  body: ResultQueryBody,
  signal: AbortSignal,
): Promise<AsyncGenerator<string, void>> {
  const limit = limitOf(needs, body);
  const { statement, query } = queryOf(body.sql, limit);
  const refs = await refsOf(needs, principal, body.sources, signal);
  const tables = await untilAborted(needs.tables.engineFor(refs, fairnessKeyOf(principal)), signal);
  const engine = metered(tables, needs.quotas.accountOf(principal));
  const began = needs.monotonicMs();
  const stream = engine.stream(query, {
    signal,
    timeoutMs: needs.timeoutMs,
    maxRows: limit,
    maxBytes: needs.maxBytes,
    fairnessKey: fairnessKeyOf(principal),
  });
  const batches = stream[Symbol.asyncIterator]();
  // What the engine refuses it refuses before the first rows.
  const first = await batches.next();
  const read = lines(needs, { first, batches, statement, limit, began });
  return closing(read, async () => batches.return?.());
}

type Answering = {
  readonly first: IteratorResult<Batch, unknown>;
  readonly batches: AsyncIterator<Batch, unknown>;
  readonly statement: Statement;
  readonly limit: number;
  readonly began: number;
};

async function* lines(
  needs: Needs,
  { first, batches, statement, limit, began }: Answering,
): AsyncGenerator<string, void> {
  let rows = 0;
  let bytes = 0;
  let isCut = false;
  try {
    for (let next = first; next.done !== true; next = await batches.next()) {
      const batch = next.value;
      if (next === first) {
        const head: ResultHead = { statement: 0, sql: statement.text, columns: columnsOf(batch, false) };
        yield `${JSON.stringify({ head })}\n`;
      }
      for await (const line of rowsLines(batch, rows === 0, null)) {
        bytes += line.length;
        if (bytes > needs.maxBytes)
          throw new AppError('result_too_large', { megabytes: Math.round(needs.maxBytes / 1024 / 1024) });
        yield `${line}\n`;
      }
      rows += batch.table.rowCount;
      isCut ||= batch.truncated;
    }
  } finally {
    // Who leaves ends the query.
    await batches.return?.();
  }
  const tail: ResultTail = {
    statement: 0,
    rows,
    isCut,
    limitingFactor: limitingFactor(ownLimit(statement.tokens, DUCKDB.grammar), limit, rows, isCut),
    affected: null,
    durationMs: Math.round(needs.monotonicMs() - began),
  };
  yield `${JSON.stringify({ tail })}\n`;
  yield `${JSON.stringify({ end: { status: 'success' } })}\n`;
}

/** @throws AppError invalid_fields */
function limitOf({ maxRows }: Needs, { limit }: ResultQueryBody): number {
  if (limit === null || limit === undefined) return maxRows;
  if (limit <= maxRows) return limit;
  throw new AppError('invalid_fields', {
    fields: { limit: [message('Must be at most %(value)s.', { value: maxRows })] },
  });
}

/** One query that reads. @throws AppError sql_unreadable, statement_refused */
function queryOf(sql: string, limit: number): { readonly statement: Statement; readonly query: CompiledQuery } {
  const split = splitStatements(sql, DUCKDB.grammar);
  if (!split.ok) throw new AppError('sql_unreadable', { reason: split.reason, position: positionAt(sql, split.at) });
  const [statement, ...more] = split.statements;
  if (!statement || more.length > 0) throw new AppError('sql_unreadable', { reason: 'it has to be one query' });
  if (classify(statement, DUCKDB.grammar).kind !== 'read')
    throw new AppError('statement_refused', { reason: message('Results can be read, and not changed.') });
  checkStatement(statement.text, DUCKDB.grammar);
  const text = withLimit(statement, limit + 1, DUCKDB.grammar);
  return { statement, query: { text, parameters: [], written: [{ kind: 'query', sql: statement.text }] } };
}

/** @throws AppError results_gone, not_found, invalid_fields */
async function refsOf(
  needs: Needs,
  principal: Principal,
  sources: ResultQueryBody['sources'],
  signal: AbortSignal,
): Promise<readonly ResultTableRef[]> {
  const names = sources.map(({ name }) => name.toLowerCase());
  if (new Set(names).size < names.length || names.some((name) => /\p{Cc}/u.test(name)))
    throw new AppError('invalid_fields', { fields: { sources: [message('Each source has a name of its own.')] } });
  return Promise.all(
    sources.map(async ({ name, key, statement = null }) => {
      const { resultsKey, state } = await needs.queryOf(principal, key);
      if (state !== 'success' || resultsKey === null) throw new AppError('results_gone', {});
      const found = await needs.cached.statements(resultsKey, signal);
      const wanted = statement === null ? found.at(-1) : found.find((one) => one.statement === statement);
      if (!wanted) throw new AppError('results_gone', {});
      const columns = wanted.columns.map((column) => ({
        name: column.name,
        kind: kindOfColumn(column),
        type: column.type,
      }));
      return { name, key: resultsKey, statement: wanted.statement, columns };
    }),
  );
}
