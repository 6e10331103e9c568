import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { dialectOf } from '@tessera/query/dialects/registry';
import { metered } from '../engines/admission/quotas.ts';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { redactRules } from '../chart-data/edge/redact.ts';
import type { Table } from '@tessera/core/table';
import { columnsOf, type ResultColumn } from './result-lines.ts';
import { limitStatement, readScript } from './plan.ts';
import { decideScript } from './policy/policy.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';
import type { ScriptNeeds } from './run-script.ts';
import { placedInScript, placedInWhole, type Script } from './script-place.ts';

export type Preview = {
  readonly columns: readonly ResultColumn[];
  readonly table: Table;
  /** There are more rows. */
  readonly isSample: boolean;
  readonly durationMs: number;
};

/** Somebody types: what is not there by then is of no use. */
const PREVIEW_MS = 2000;
const PREVIEW_BYTES = 8 * 1024 * 1024;

/**
 * The first rows of one statement that reads, on the same way as a run, and stored nowhere: no history, no log, no
 * result.
 * It ends in the database with its request.
 * @throws AppError statement_refused, sql_timeout, query_cancelled, and what is wrong with the SQL
 */
export async function previewRows(
  needs: ScriptNeeds,
  request: RunRequest,
  database: RunDatabase,
  signal: AbortSignal,
): Promise<Preview> {
  const began = needs.monotonicMs();
  const { text, holdsRules } = await needs.render(request, database);
  const script: Script = { written: request.sql, text };
  const dialect = dialectOf(database.dialect);
  let hidesRules = holdsRules;
  const redacted = (error: unknown): unknown => (hidesRules ? redactRules(error, request.principal) : error);
  try {
    const read = readScript(text, dialect).at(-1);
    if (read === undefined) throw new AppError('sql_unreadable', { reason: 'there is no statement in it' });
    if (read.kind.kind !== 'read')
      throw new AppError('statement_refused', { reason: message('Only a query has a preview.') });
    const asked = await needs.engines(database);
    const [decision] = await decideScript(needs.policy, [read], { request, database, engine: asked, signal });
    if (decision === undefined) throw new AppError('sql_unreadable', { reason: 'there is no statement in it' });
    hidesRules ||= decision.holdsRules;
    const { query, maxRows, sql, at } = limitStatement(read, decision, dialect, request.rowLimit);
    const engine = metered(asked, needs.quotas.accountOf(request.principal));
    const options = { signal, timeoutMs: PREVIEW_MS, maxRows, maxBytes: PREVIEW_BYTES, namespace: request };
    try {
      const result = await engine.run(query, { ...options, fairnessKey: fairnessKeyOf(request.principal) });
      return {
        columns: columnsOf({ ...result, isLast: true }),
        table: result.table,
        isSample: result.truncated,
        durationMs: Math.round(needs.monotonicMs() - began),
      };
    } catch (error) {
      throw placedInScript(redacted(error), script, sql, at);
    }
  } catch (error) {
    if (isAppError(error, 'query_timeout')) throw new AppError('sql_timeout', { seconds: PREVIEW_MS / 1000 });
    throw placedInWhole(redacted(error), script);
  }
}
