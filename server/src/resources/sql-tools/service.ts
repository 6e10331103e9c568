import { AppError } from '@tessera/core/errors/app-error';
import { errorPosition } from '@tessera/core/errors/source-error';
import { sayInEnglish } from '@tessera/core/messages';
import type { Cell } from '@tessera/core/table';
import { encodeCell } from '../../chart-data/values/encode.ts';
import { columnProfile } from '../../sql-runs/column-profile.ts';
import { bindAll } from '../../bind-all.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { inTime } from '../../engines/admission/deadline.ts';
import type { CostEstimate, Engine } from '../../engines/engine.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { FindDatabase, RunRequest } from '../../sql-runs/run-request.ts';
import { placedInPlan, planScript, type PlannedScript, type ScriptNeeds } from '../../sql-runs/run-script.ts';
import { costOf } from '../../sql-runs/cost.ts';
import type { StatementPlan } from '../../sql-runs/plan.ts';
import { paramsOf } from '../sql-lab/service.ts';
import type { Formatter } from './formatter.ts';
import type {
  EstimateAnswer,
  EstimateBody,
  FormatBody,
  ProfileAnswer,
  ProfileQuestion,
  ValidateAnswer,
  ValidateBody,
} from './schema.ts';

type Needs = {
  readonly findDatabase: FindDatabase;
  readonly script: ScriptNeeds;
  readonly formatter: Formatter;
};
export type SqlToolService = ReturnType<typeof createSqlToolService>;
type Mark = ValidateAnswer['result'][number];

const TIMEOUT_MS = 20_000;
/** Of a frequent value. */
const MAX_TEXT = 1000;
const names = {
  rowsRead: 'Rows read',
  bytesRead: 'Bytes read',
  rowsReturned: 'Rows returned',
  cost: 'Cost',
} as const satisfies Record<keyof CostEstimate, string>;

/** What the editor asks about SQL without running it. */
export function createSqlToolService(needs: Needs) {
  return bindAll(needs, { estimate, validate, format, profile });
}

/**
 * What the database expects of the queries of a script.
 * @throws AppError not_found, estimate_unsupported, and what is wrong with the SQL
 */
async function estimate(
  needs: Needs,
  principal: Principal,
  { database_id: databaseId, ...body }: EstimateBody,
  signal: AbortSignal,
): Promise<EstimateAnswer> {
  const request = requestOf(principal, databaseId, body);
  const database = await needs.findDatabase(principal, databaseId);
  const engine = await needs.script.engines(database);
  const { estimate: ask } = engine;
  if (!ask) throw new AppError('estimate_unsupported', { database: database.name });
  const planned = await planScript(needs.script, request, database, signal);
  const { estimates, cost } = await costOf(ask, planned, request, signal);
  const { costThreshold: threshold } = database;
  return {
    result: estimates.map(figuresOf),
    cost,
    isExpensive: threshold !== null && cost !== null && cost > threshold,
  };
}

function figuresOf(expected: CostEstimate): Record<string, number> {
  return Object.fromEntries(
    (Object.keys(names) as (keyof CostEstimate)[]).flatMap((key) => {
      const value = expected[key];
      return value === null ? [] : [[names[key], value]];
    }),
  );
}

/**
 * What is wrong with a script, by the parsers that a run goes through and the database itself, which reads the queries
 * and runs none of them.
 * @throws AppError not_found, editor_closed
 */
async function validate(
  needs: Needs,
  principal: Principal,
  databaseId: number,
  body: ValidateBody,
  signal: AbortSignal,
): Promise<ValidateAnswer> {
  const database = await needs.findDatabase(principal, databaseId);
  if (body.sql.trim() === '') return { result: [] };
  const request = requestOf(principal, databaseId, body);
  try {
    const planned = await planScript(needs.script, request, database, signal);
    const engine = await needs.script.engines(database);
    const marks: Mark[] = [];
    for (const plan of planned.plans.filter(({ query }) => query.written.some(({ kind }) => kind === 'query'))) {
      const found = await markOf(engine, planned, plan, { request, signal });
      if (found) marks.push(found);
    }
    return { result: marks };
  } catch (error) {
    return { result: [markOfError(error)] };
  }
}

/** What the database says against one query; `null` for nothing. */
async function markOf(
  engine: Engine,
  planned: PlannedScript,
  plan: StatementPlan,
  { request, signal }: { readonly request: RunRequest; readonly signal: AbortSignal },
): Promise<Mark | null> {
  const sql = plan.query.written.find(({ kind }) => kind === 'query')?.sql ?? '';
  try {
    await inTime(TIMEOUT_MS, (until) => engine.describe(sql, until, request), signal);
    return null;
  } catch (error) {
    // Where rules stand in it, a database quotes them.
    return planned.holdsRules ? null : markOfError(placedInPlan(error, planned, plan));
  }
}

/** @throws what is no error about the text */
function markOfError(error: unknown): Mark {
  if (!(error instanceof AppError) || ['query_cancelled', 'too_many_jobs', 'internal'].includes(error.code))
    throw error;
  const place = errorPosition(error);
  return {
    line_number: place?.line ?? null,
    start_column: place?.column ?? null,
    end_column: null,
    message: sayInEnglish(error.words),
  };
}

/** What a column of a table holds. @throws AppError not_found, editor_closed, statement_refused, table_denied */
async function profile(
  needs: Needs,
  principal: Principal,
  databaseId: number,
  { table, column, catalog, schema }: ProfileQuestion,
  signal: AbortSignal,
): Promise<ProfileAnswer['result']> {
  const request = requestOf(principal, databaseId, { sql: '', catalog: catalog ?? null, schema: schema ?? null });
  const database = await needs.findDatabase(principal, databaseId);
  const found = await columnProfile(needs.script, request, database, { table, column }, signal);
  return {
    ...found,
    range: found.range && [...found.range],
    bars: [...found.bars],
    top: found.top.map(({ value, count }) => ({ value: readable(value), count })),
  };
}

/** Integers of any size, and what is in lists, as text. */
function readable(value: Cell): string | number | boolean | null {
  if (typeof value === 'bigint') return String(value);
  if (typeof value !== 'object' || value === null) return typeof value === 'string' ? value.slice(0, MAX_TEXT) : value;
  return encodeCell(value).slice(0, MAX_TEXT);
}

/** @throws AppError sql_unreadable, not_found */
async function format(needs: Needs, principal: Principal, body: FormatBody, signal: AbortSignal): Promise<string> {
  const dialect =
    body.database_id == null
      ? (body.engine ?? '').toLowerCase()
      : (await needs.findDatabase(principal, body.database_id)).dialect;
  if (body.sql.trim() === '') return body.sql;
  return needs.formatter.format({ sql: body.sql, dialect }, { signal, fairnessKey: fairnessKeyOf(principal) });
}

function requestOf(
  principal: Principal,
  databaseId: number,
  { sql, catalog, schema, template_params: params }: ValidateBody,
): RunRequest {
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  return {
    principal,
    clientId: '',
    databaseId,
    catalog: catalog || null,
    schema: schema || null,
    sql,
    templateParams: paramsOf(params),
    rowLimit: 1000,
    createAs: null,
    isAsync: false,
    isDataPreview: false,
    isConfirmed: true,
    editorId: null,
    tab: null,
  };
}
