import { AppError, isAppError } from '@tessera/core/errors/app-error';
import { isSourceError, sourceError } from '@tessera/core/errors/source-error';
import type { QueryObject } from '@tessera/core/query-object';
import type { TextPosition } from '@tessera/core/text-position';
import { dialectOf } from '@tessera/query/dialects/registry';
import { checkPredicate } from '@tessera/query/sql-safety/predicate';
import type { Predicate } from '@tessera/query/structured-query';
import { message, type Words } from '@tessera/core/messages';
import type { Principal } from '../../principal.ts';
import type { DatasetReader, MayRead } from '../../chart-data/access/authorise.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import { plan } from '../../chart-data/plan/plan.ts';
import { resolve, type TimeReader } from '../../chart-data/resolve/resolve.ts';
import { restrict } from '../../chart-data/resolve/restrict.ts';
import { redactDatabaseWords, redactStatement, seesRules } from '../../chart-data/edge/redact.ts';
import type { EngineReader } from '../../chart-data/run/run.ts';
import type { TemplateStep } from '../../chart-data/template-step.ts';
import { withinDeadline, untilAborted } from '../../engines/admission/deadline.ts';
import { metered, type Quotas } from '../../engines/admission/quotas.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { isAboutText, sentPlace } from '../chart-data/sent-text.ts';
import { EXAMPLE_RANGE } from '../example-range.ts';

type Needs = {
  readonly datasets: DatasetReader;
  readonly mayRead: MayRead;
  readonly templates: Pick<TemplateStep, 'render' | 'renderText'>;
  readonly engines: EngineReader;
  readonly quotas: Quotas;
  readonly readTime: TimeReader;
  /** Milliseconds that a save waits for all of its databases. */
  readonly timeoutMs: number;
};

/**
 * Ask the databases of datasets whether they understand a clause as the rule would hold it. Its templates are rendered
 * for the requesting user. No row is read.
 *
 * Only what the clause is to blame for is reported. A database that is away or too slow, and a dataset that cannot be
 * asked even without the clause, have nothing to say about it: a rule that they then do not understand lets nobody see
 * a row.
 *
 * @param isOneOfMany  the rule has several datasets: the one that refuses is named
 * @throws AppError invalid_sql_clause, statement_refused, statement_writes, source_…, database_error, template_…
 */
export type RuleDryRun = (
  principal: Principal,
  clause: string,
  datasetIds: readonly number[],
  isOneOfMany: boolean,
) => Promise<void>;

/** Datasets that are asked at once: a save must not take the turns of those who wait for charts. */
const ASKED_AT_ONCE = 2;

const NO_ROW: Predicate = { kind: 'sql', sql: '1 = 0', isRule: true };
/** Templates in the query of a dataset may need the bounds of some time range. */
const nothing: QueryObject = {
  metrics: [{ expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'rows' }],
  row_limit: 1,
  time_range: EXAMPLE_RANGE,
};

export function createRuleDryRun(needs: Needs): RuleDryRun {
  const { datasets, mayRead, timeoutMs } = needs;
  return async (principal, clause, datasetIds, isOneOfMany) => {
    const look = async (id: number, signal: AbortSignal): Promise<unknown> => {
      const dataset = await datasets(id);
      const found = dataset && (await fault(needs, principal, dataset, clause, signal));
      if (!dataset || found === null) return null;
      const error = named(
        found,
        isOneOfMany ? dataset.name : null,
        sentPlace({ kind: 'rule', text: clause }, dataset.dialect, found),
      );
      // What a database says may hold rows and names of what it read.
      return seesRules(principal) && mayRead(principal, dataset) ? error : redactDatabaseWords(error);
    };
    const lookAll = async (signal: AbortSignal): Promise<unknown> => {
      for (let at = 0; at < datasetIds.length && !signal.aborted; at += ASKED_AT_ONCE) {
        const errors = await Promise.all(datasetIds.slice(at, at + ASKED_AT_ONCE).map((id) => look(id, signal)));
        const error = errors.find((one) => one !== null);
        if (error !== undefined) return error;
      }
      return null;
    };
    const { got } = await withinDeadline({ signal: new AbortController().signal, timeoutMs }, lookAll);
    if (got !== null) throw got;
  };
}

/** @param clause  `null` asks for the dataset alone */
async function ask(
  { templates, readTime, engines, quotas, timeoutMs }: Needs,
  principal: Principal,
  given: ResolvedDataset,
  clause: string | null,
  signal: AbortSignal,
): Promise<void> {
  const rule: readonly Predicate[] =
    clause === null
      ? []
      : [
          {
            kind: 'sql',
            sql: checkPredicate(
              await templates.renderText(principal, given, clause, [clause]),
              dialectOf(given.dialect).grammar,
            ),
            isRule: true,
          },
        ];
  const { query, dataset } = await templates.render({ principal, context: {}, signal }, given, nothing);
  const { structured, temporal } = resolve(query, dataset, 'results', readTime, { most: 1 });
  const asked = plan(
    restrict(structured, { security: { kind: 'and', of: [NO_ROW, ...rule] }, source: structured.source }),
    dataset,
    temporal,
  );
  const engine = metered(await untilAborted(engines(dataset), signal), quotas.accountOf(principal));
  await engine.run(asked.compiled(), {
    signal,
    timeoutMs,
    maxRows: 1,
    maxBytes: 1024 * 1024,
    fairnessKey: fairnessKeyOf(principal),
  });
}

/** What the clause is to blame for, or nothing. */
async function fault(
  needs: Needs,
  principal: Principal,
  dataset: ResolvedDataset,
  clause: string,
  signal: AbortSignal,
): Promise<AppError | null> {
  const found = await ask(needs, principal, dataset, clause, signal).then(() => null, asError);
  if (!isAboutText(found)) return null;
  // A dataset that is broken itself is not the fault of the rule, and nobody could mend it here.
  const without = await ask(needs, principal, dataset, null, signal).then(() => null, asError);
  return without === null ? found : null;
}

/** What is no error of the catalogue is a fault of ours, and no news about a clause. */
function asError(error: unknown): AppError {
  if (error instanceof AppError) return error;
  throw error;
}

/**
 * The same error about the clause as it was sent: with its place there, and the dataset that refuses it where there are
 * several.
 */
export function named(error: AppError, dataset: string | null, position: TextPosition | null): AppError {
  const inDataset = (reason: Words): Words =>
    dataset === null ? reason : message('%(reason)s (dataset %(dataset)s)', { reason, dataset });
  const by = (reason: string): string => (dataset === null ? reason : `${reason} (dataset ${dataset})`);
  const options = { cause: error };
  if (isSourceError(error)) return sourceError(error.code, by(redactStatement(error.params.reason)), position, options);
  if (isAppError(error, 'invalid_sql_clause'))
    return new AppError(
      'invalid_sql_clause',
      { reason: by(error.params.reason), ...(position && { position }) },
      options,
    );
  if (isAppError(error, 'statement_refused') || isAppError(error, 'statement_writes'))
    return new AppError(error.code, { reason: inDataset(error.params.reason) }, options);
  return error;
}
