import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { dialectOf } from '@tessera/query/dialects/registry';
import { metered } from '../engines/admission/quotas.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { redactRules, seesRules } from '../chart-data/edge/redact.ts';
import type { Table } from '@tessera/core/table';
import type { RunResult } from '../engines/engine.ts';
import { columnsOf, type ResultColumn } from './result-lines.ts';
import { inSlot, type Pause } from './long-scripts.ts';
import { limitStatement, readScript } from './plan.ts';
import { decideScript } from './policy/policy.ts';
import {
  overFirstRows,
  overStoredRows,
  PREVIEW_MS,
  tablesNamed,
  type PreviewCase,
  type PreviewNeeds,
} from './preview-source.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';
import type { Rendered, ScriptNeeds } from './run-script.ts';
import { placedInScript, placedInWhole, type Script } from './script-place.ts';

export type Preview = {
  readonly columns: readonly ResultColumn[];
  readonly table: Table;
  /** There are more rows. */
  readonly isSample: boolean;
  /** So many rows of each table were read at most; `null`: all of them. */
  readonly tableRows: number | null;
  readonly durationMs: number;
};

const PREVIEW_BYTES = 8 * 1024 * 1024;

/**
 * The first rows of one statement that reads, on the same way as a run, and stored nowhere: no history, no log, no
 * result. It ends in the database with its request.
 * @throws AppError statement_refused, sql_timeout, query_cancelled, too_many_jobs, and what is wrong with the SQL
 */
export async function previewRows(
  needs: ScriptNeeds & PreviewNeeds,
  request: RunRequest,
  database: RunDatabase,
  signal: AbortSignal,
): Promise<Preview> {
  const began = needs.monotonicMs();
  const rendered = await needs.render(request, database);
  return inSlot(request.principal, rendered.text, signal, (pause) =>
    previewRendered(needs, { request, database, signal, pause, began }, rendered),
  );
}

type Previewing = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  readonly signal: AbortSignal;
  readonly pause: Pause;
  /** When it was asked for. */
  readonly began: number;
};

async function previewRendered(
  needs: ScriptNeeds & PreviewNeeds,
  { request, database, signal, pause, began }: Previewing,
  { text, holdsRules }: Rendered,
): Promise<Preview> {
  const script: Script = { written: request.sql, text };
  const dialect = dialectOf(database.dialect);
  let hidesRules = holdsRules;
  const redacted = (error: unknown): unknown => (hidesRules ? redactRules(error, request.principal) : error);
  try {
    const read = readScript(text, dialect).at(-1);
    if (read === undefined) throw new AppError('sql_unreadable', { reason: 'there is no statement in it' });
    if (read.kind.kind !== 'read')
      throw new AppError('statement_refused', { reason: message('Only a query has a preview.') });
    const engine = metered(await needs.engines(database), needs.quotas.accountOf(request.principal));
    await pause();
    const hides = holdsRules && !seesRules(request.principal);
    const asked = { request, database, engine, signal, hidesRules: hides };
    const [decision] = await decideScript(needs.policy, [read], asked);
    if (decision === undefined) throw new AppError('sql_unreadable', { reason: 'there is no statement in it' });
    hidesRules ||= decision.holdsRules;
    try {
      const { result, isSample, tableRows } = await rowsOf(needs, {
        request,
        database,
        engine,
        read,
        decision,
        signal,
      });
      return {
        columns: columnsOf({ ...result, isLast: true }, hidesRules && !seesRules(request.principal)),
        table: result.table,
        isSample,
        tableRows,
        durationMs: Math.round(needs.monotonicMs() - began),
      };
    } catch (error) {
      throw placedInScript(redacted(error), script, read.statement.text, read.statement.at);
    }
  } catch (error) {
    if (isAppError(error, 'query_timeout')) throw new AppError('sql_timeout', { seconds: PREVIEW_MS / 1000 });
    throw placedInWhole(redacted(error), script);
  }
}

type Found = Pick<Preview, 'isSample' | 'tableRows'> & { readonly result: RunResult };

/**
 * over stored rows, else over the first rows of the tables, else over all of them. What one way cannot do the next one
 * says in the words of the database.
 */
async function rowsOf(needs: ScriptNeeds & PreviewNeeds, one: PreviewCase): Promise<Found> {
  const { request, engine, read, decision, signal } = one;
  const options = {
    signal,
    timeoutMs: PREVIEW_MS,
    maxBytes: PREVIEW_BYTES,
    fairnessKey: fairnessKeyOf(request.principal),
  };
  const plain = limitStatement(read, decision, dialectOf(engine.dialect), request.rowLimit);
  const paths = await tablesNamed(one);
  for (const way of paths === null ? [] : [overStoredRows, overFirstRows]) {
    try {
      const made = await way(needs, one, paths ?? []);
      if (made === null) continue;
      const namespace = made.engine === engine ? { namespace: request } : {};
      const result = await made.engine.run(made.query, { ...options, ...namespace, maxRows: plain.maxRows });
      return { result, isSample: made.tableRows !== null || result.truncated, tableRows: made.tableRows };
    } catch (error) {
      if (!(error instanceof AppError) || isFinal(error)) throw error;
    }
  }
  const result = await engine.run(plain.query, { ...options, namespace: request, maxRows: plain.maxRows });
  return { result, isSample: result.truncated, tableRows: null };
}

/** What another way would not help. */
function isFinal(error: AppError): boolean {
  const codes = ['query_cancelled', 'query_timeout', 'quota_exceeded', 'table_denied', 'rules_unheld'];
  return codes.includes(error.code);
}
