import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { dialectOf } from '@tessera/query/dialects/registry';
import { metered, type Quotas } from '../engines/admission/quotas.ts';
import type { Engine } from '../engines/engine.ts';
import { redactRules, seesRules } from '../chart-data/edge/redact.ts';
import { withoutAppended } from './appended-limit.ts';
import type { LiveRun } from './live-runs.ts';
import { inSlot, type Pause } from './long-scripts.ts';
import { limitStatement, readScript, type StatementPlan } from './plan.ts';
import { decideScript, type PolicyNeeds } from './policy/policy.ts';
import type { ResultWriter } from './result-files.ts';
import type { RunDatabase, RunRequest } from './run-request.ts';
import { placedInScript, placedInWhole, writtenOffset, type Script } from './script-place.ts';
import { runStatement } from './statement-run.ts';

/** A script as templates made it; what they bring may hold clauses of row-level rules. */
export type Rendered = { readonly text: string; readonly holdsRules: boolean };

export type ScriptNeeds = {
  /** Templates become SQL, as this principal. */
  readonly render: (request: RunRequest, database: RunDatabase) => Promise<Rendered>;
  readonly engines: (database: RunDatabase) => Promise<Engine>;
  readonly policy: PolicyNeeds;
  readonly quotas: Quotas;
  readonly monotonicMs: () => number;
  /** Of one result, with its cells. */
  readonly maxBytes: number;
};

/** A script that may run. */
export type PlannedScript = {
  readonly script: Script;
  readonly plans: readonly StatementPlan[];
  /** Clauses of row-level rules stand in it. */
  readonly holdsRules: boolean;
};

type PlanNeeds = Pick<ScriptNeeds, 'render' | 'engines' | 'policy'>;

/**
 * The first half of the way: template → classify → decide → limit. Reads no row.
 * @throws AppError template_…, sql_unreadable, statement_refused, statement_writes, too_many_jobs
 */
export async function planScript(
  needs: PlanNeeds,
  request: RunRequest,
  database: RunDatabase,
  signal: AbortSignal,
): Promise<PlannedScript> {
  const rendered = await needs.render(request, database);
  return inSlot(request.principal, rendered.text, signal, (pause) =>
    planRendered(needs, { request, database, signal, pause }, rendered),
  );
}

type Planning = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  readonly signal: AbortSignal;
  readonly pause: Pause;
};

async function planRendered(
  needs: PlanNeeds,
  { request, database, signal, pause }: Planning,
  { text, holdsRules }: Rendered,
): Promise<PlannedScript> {
  const script: Script = { written: request.sql, text };
  const dialect = dialectOf(database.dialect);
  try {
    const read = readScript(text, dialect);
    await pause();
    const engine = await needs.engines(database);
    const hidesRules = holdsRules && !seesRules(request.principal);
    const decisions = await decideScript(needs.policy, read, { request, database, engine, signal, hidesRules });
    await pause();
    const plans = decisions.flatMap((decision, at) => {
      const one = read[at];
      return one ? [limitStatement(one, decision, dialect, request.rowLimit)] : [];
    });
    return { script, plans, holdsRules: holdsRules || decisions.some((one) => one.holdsRules) };
  } catch (error) {
    throw placedInWhole(holdsRules ? redactRules(error, request.principal) : error, script);
  }
}

/** A statement as it ran, where templates have not brought clauses of rules into it. */
function shownSql({ script, holdsRules }: PlannedScript, { at, end, sql }: Pick<StatementPlan, 'at' | 'end' | 'sql'>) {
  return holdsRules ? script.written.slice(writtenOffset(script, at), writtenOffset(script, end)) : sql;
}

/** An error about one statement, with its place in the script as it was written. */
export function placedInPlan(error: unknown, { script }: PlannedScript, plan: StatementPlan): unknown {
  const heard = withoutAppended(error, plan);
  return placedInScript(heard, script, plan.sql.slice(plan.writtenAt - plan.at), plan.writtenAt);
}

export type ScriptRun = {
  readonly request: RunRequest;
  readonly database: RunDatabase;
  readonly planned: PlannedScript;
  readonly live: LiveRun;
  readonly writer: ResultWriter;
  /** Of all statements together. */
  readonly timeoutMs: number;
};

/** The second half: admit → run → keep, statement by statement; the first that fails ends the script. */
export async function runScript(needs: ScriptNeeds, run: ScriptRun): Promise<void> {
  const { request, database, planned, live, writer } = run;
  const { script, plans } = planned;
  const began = needs.monotonicMs();
  live.statements = plans.map(({ at, end, sql }) => ({
    at: writtenOffset(script, at),
    end: writtenOffset(script, end),
    sql: shownSql(planned, { at, end, sql }),
    state: 'pending',
    rows: null,
    affected: null,
    limitingFactor: null,
    durationMs: null,
  }));
  const engine = metered(await needs.engines(database), needs.quotas.accountOf(request.principal));
  for (const [index, plan] of plans.entries()) {
    const tell = (change: Partial<(typeof live.statements)[number]>): void => {
      live.statements = live.statements.map((one, at) => (at === index ? { ...one, ...change } : one));
    };
    tell({ state: 'running' });
    live.database = { share: null, rows: null };
    try {
      const done = await runStatement({
        plan,
        shownSql: shownSql(planned, plan),
        hidesRules: planned.holdsRules && !seesRules(request.principal),
        index,
        engine,
        live,
        writer,
        rowLimit: request.rowLimit,
        namespace: request,
        timeoutMs: Math.max(1, run.timeoutMs - (needs.monotonicMs() - began)),
        maxBytes: needs.maxBytes,
        monotonicMs: needs.monotonicMs,
      });
      tell(done);
    } catch (error) {
      const heard = planned.holdsRules ? redactRules(error, request.principal) : error;
      const placed = placedInPlan(heard, planned, plan);
      throw isAppError(placed, 'query_timeout')
        ? new AppError('sql_timeout', { seconds: Math.round(run.timeoutMs / 100) / 10 }, { cause: placed })
        : placed;
    }
  }
}
