import { t } from '@tessera/core/messages';
import type { RunQuestion } from '@tessera/core/errors/sql-runs';
import type { ExecuteBody } from '@tessera/server/contract';
import { parseExactJson } from '@tessera/core/exact-json';
import { ApiError, isAbort } from '../../../api/api-error.ts';
import { logEvent } from '../../../api/event-log.ts';
import { limits } from '../../../api/limits.ts';
import { readLines } from '../../../api/lines.ts';
import { executeSql, readResults, stopQuery, updatedQueries } from '../../../api/sql-lab.ts';
import { isLeaving } from '../../../api/leaving.ts';
import { toast } from '../../../ui/feedback/toast-store.ts';
import { issueTexts, readQuery, readRunLine, type RunLine } from './read-lines.ts';
import type { RunIo, RunPlace } from './run-session.ts';
import type { Run, RunError, RunWay, Script } from './run.ts';
import { randomId } from '../../../api/random-id.ts';

/** The effects of runs in a page, but for what shows them. */
export const browserIo: Omit<RunIo, 'show' | 'onEnd' | 'ask'> = {
  now: () => Date.now(),
  newId: () => randomId(),
  later: (run, ms) => {
    const timer = setTimeout(run, ms);
    return () => clearTimeout(timer);
  },
  execute: async (id, place, script, way, signal) => {
    const answer = await executeSql(bodyOf(id, place, script, way), signal);
    if (answer.status !== 202) return { kind: 'lines', lines: linesOf(answer) };
    const { query } = parseExactJson(await answer.text()) as { readonly query: Parameters<typeof readQuery>[0] };
    return { kind: 'async', told: readQuery(query) };
  },
  results: async function* (key, isWhole, signal) {
    // Those that are whole are there or they are not; others come when they come ([7.6-03]).
    const limit = isWhole ? { timeoutMs: limits.timeoutMs } : {};
    yield* linesOf(await readResults(key, { signal, ...limit }));
  },
  stop: stopQuery,
  changedSince: async (since) => (await updatedQueries(since)).map((query) => readQuery(query)),
  errorOf: (error) => ({ error: errorOf(error), isUnanswered: isUnanswered(error) }),
  isAbort,
  isLeaving,
  questionOf: (error) => {
    if (!(error instanceof ApiError) || error.code !== 'confirm_needed') return null;
    return (error.errors[0]?.extra['question'] as RunQuestion | undefined) ?? null;
  },
  tellStop: (went) => {
    if (went) toast.info(t('Query was stopped.'));
    else toast.danger(t('Failed to stop query.'));
  },
  tellReplaced: () => {
    toast.info(t('What ran here was stopped for this query.'));
  },
  onFetchFailed: logFailure,
};

async function* linesOf(answer: Response): AsyncGenerator<RunLine, void> {
  for await (const line of readLines(answer)) {
    const read = readRunLine(line);
    if (read) yield read;
  }
}

function bodyOf(id: string, place: RunPlace, { sql }: Script, way: RunWay): ExecuteBody {
  const { createAs } = way;
  return {
    client_id: id,
    database_id: place.dbId,
    catalog: place.catalog,
    schema: place.schema,
    sql,
    sql_editor_id: place.editorId,
    tab: place.tabName,
    queryLimit: place.rowLimit,
    runAsync: way.isAsync,
    expand_data: true,
    ...(place.templateParams === '' ? {} : { templateParams: place.templateParams }),
    ...(createAs === undefined
      ? {}
      : {
          select_as_cta: true,
          ctas_method: createAs.method,
          tmp_table_name: createAs.name,
          tmp_schema_name: createAs.schema,
        }),
    // Whoever looks on is asked before something is changed.
    confirm: way.isConfirmed === true,
    ...(way.isPreview === true ? { isDataPreview: true } : {}),
  };
}

function isUnanswered(error: unknown): boolean {
  return error instanceof ApiError && [0, 502, 503, 504].includes(error.status);
}

function errorOf(error: unknown): RunError {
  // [8.5-07]
  const message = (error instanceof Error ? error.message : String(error)) || t('Failed at retrieving results');
  if (!(error instanceof ApiError)) return { message, type: null, place: null, issues: [], codes: [], isGone: false };
  const [first] = error.errors;
  return {
    message,
    type: first?.type ?? error.code,
    place: error.place,
    issues: error.errors.flatMap(({ extra }) => issueTexts(extra['issue_codes'])),
    codes: error.errors.flatMap(({ extra }) => issueCodes(extra['issue_codes'])),
    isGone: error.status === 410,
  };
}

/** [8.5-10] An event for each type of error and each code of its issues. */
function logFailure({ errors, startedAt }: Run): void {
  for (const { type, message, codes } of errors)
    for (const code of codes.length > 0 ? codes : [-1])
      logEvent({
        event_name: 'sqllab_fetch_failed_query',
        has_err: true,
        start_offset: startedAt,
        error_type: type ?? '',
        issue_code: code,
        error_details: message,
      });
}

function issueCodes(issues: unknown): readonly number[] {
  if (!Array.isArray(issues)) return [];
  return issues.flatMap((issue: unknown) =>
    typeof issue === 'object' && issue !== null && 'code' in issue && typeof issue.code === 'number' ? issue.code : [],
  );
}
