import { AppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { countOfAffected } from '@tessera/query/sql-statements/affected';
import { splitStatements } from '@tessera/query/sql-statements/split';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { metered } from '../engines/admission/quotas.ts';
import { costOf } from './cost.ts';
import type { StatementPlan } from './plan.ts';
import type { FindDatabase, RunDatabase, RunRequest } from './run-request.ts';
import { planScript, type PlannedScript, type ScriptNeeds } from './run-script.ts';

type Asked = {
  readonly request: RunRequest;
  /** Whether statements that change data are asked about, too. */
  readonly asksWrites: boolean;
  readonly signal: AbortSignal;
};
type AskedAt = Asked & { readonly database: RunDatabase };

/** A count of the rows that a statement would change is worth a moment, and no more. */
const COUNT_MS = 3000;
const COUNT_BYTES = 1024 * 1024;

/**
 * Ask before a run that costs more than its database takes without a question, or that changes data. What is wrong with
 * the SQL is left to the run itself, which writes it down.
 * @throws AppError not_found, editor_closed, confirm_needed
 */
export async function askFirst(
  needs: ScriptNeeds & { readonly findDatabase: FindDatabase },
  asked: Asked,
): Promise<void> {
  const { request, asksWrites, signal } = asked;
  if (request.isConfirmed) return;
  const database = await needs.findDatabase(request.principal, request.databaseId);
  const writes = asksWrites && database.allowsDml;
  // The first rows of a table are asked for by a press on it. That a client calls a change so makes it none.
  const asksCost = database.costThreshold !== null && !request.isDataPreview;
  if (!asksCost && !writes) return;
  const planned = await planScript(needs, request, database, signal).catch(unlessApp);
  if (!planned) return;
  if (writes) await askAboutWrites(needs, { ...asked, database }, planned);
  if (asksCost) await askAboutCost(needs, { ...asked, database }, planned);
}

async function askAboutCost(
  needs: ScriptNeeds,
  { request, database, signal }: AskedAt,
  planned: PlannedScript,
): Promise<void> {
  const { costThreshold: threshold } = database;
  if (threshold === null) return;
  const { estimate } = await needs.engines(database);
  const expected = estimate && (await costOf(estimate, planned, request, signal).catch(unlessApp));
  if (expected && expected.cost !== null && expected.cost > threshold)
    throw new AppError('confirm_needed', { why: 'cost', unit: expected.unit, cost: expected.cost, threshold });
}

async function askAboutWrites(needs: ScriptNeeds, asked: AskedAt, { plans }: PlannedScript): Promise<void> {
  const writes = plans.filter(({ way, created }) => way === 'write' && created === null);
  if (writes.length === 0) return;
  const counts = await Promise.all(writes.map((plan) => affectedBy(needs, asked, plan)));
  throw new AppError('confirm_needed', {
    why: 'write',
    statements: writes.length,
    // A script changes rows one statement after the other: what the second finds is not known before the first ran.
    affected: counts.length === 1 ? (counts[0] ?? null) : null,
    database: asked.database.name,
  });
}

/** The rows that a statement would change; `null` where the database cannot tell, or not soon. */
async function affectedBy(
  needs: ScriptNeeds,
  { request, database, signal }: AskedAt,
  { sql }: StatementPlan,
): Promise<number | null> {
  const split = splitStatements(sql, dialectOf(database.dialect).grammar);
  const count = split.ok && split.statements[0] ? countOfAffected(split.statements[0]) : null;
  if (count === null) return null;
  const { principal } = request;
  const engine = metered(await needs.engines(database), needs.quotas.accountOf(principal));
  const query = { text: count, parameters: [], written: [{ kind: 'query' as const, sql: count }] };
  const limits = { signal, timeoutMs: COUNT_MS, maxRows: 1, maxBytes: COUNT_BYTES, namespace: request };
  const answer = await engine.run(query, { ...limits, fairnessKey: fairnessKeyOf(principal) }).catch(unlessApp);
  const [column] = answer?.table.columns.values() ?? [];
  const rows = Number(column?.values[0] ?? Number.NaN);
  return Number.isSafeInteger(rows) ? rows : null;
}

/** What the database or its rules say against it is no answer here. @throws everything else */
function unlessApp(error: unknown): null {
  if (error instanceof AppError) return null;
  throw error;
}
