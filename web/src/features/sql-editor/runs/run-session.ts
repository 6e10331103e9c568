import type { ExecuteBody } from '@tessera/server/contract';
import { appendRows, createGrowingTable, stateOf } from '@tessera/core/growing-table';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { ApiError, isAbort } from '../../../api/api-error.ts';
import { readLines } from '../../../api/lines.ts';
import { executeSql, readResults, stopQuery } from '../../../api/sql-lab.ts';
import type { EditorTab } from '../tabs/tabs.ts';
import { issueTexts, readQuery, readRunLine, type RunLine } from './read-lines.ts';
import type { RowBatch, Run, RunError, Script, StatementResult } from './run.ts';
import { setRun, useRuns } from './runs-store.ts';

const open = new Map<string, AbortController>();

/** Run a script in a tab; what still runs there gives way. */
export async function startRun(tab: EditorTab, script: Script, isAsync: boolean): Promise<void> {
  open.get(tab.id)?.abort();
  const control = new AbortController();
  open.set(tab.id, control);
  const id = crypto.randomUUID();
  let run: Run = {
    script,
    state: isAsync ? 'pending' : 'running',
    query: {
      id,
      serverId: null,
      resultsKey: null,
      limitingFactor: null,
      trackingUrl: null,
      executedSql: null,
      statements: [],
    },
    results: [],
    errors: [],
    progress: { share: null, rows: null, bytes: null, place: null },
    startedAt: Date.now(),
    endedAt: null,
    isAsync,
  };
  const show = (next: Run) => {
    run = next;
    if (open.get(tab.id) === control) setRun(tab.id, next);
  };
  show(run);
  try {
    let answer = await executeSql(bodyOf(tab, script, id, isAsync), control.signal);
    if (answer.status === 202) {
      const { query } = (await answer.json()) as { readonly query: Parameters<typeof readQuery>[0] };
      show(stepRun(run, { kind: 'query', ...readQuery(query) }));
      answer = await readResults(run.query.resultsKey ?? '', { signal: control.signal });
    }
    for await (const line of readLines(answer)) {
      const read = readRunLine(line);
      if (read) show(stepRun(run, read));
    }
  } catch (error) {
    if (!isAbort(error)) show({ ...run, state: 'failed', errors: errorsOf(error) });
  }
  show({ ...run, state: isActive(run.state) ? 'stopped' : run.state, endedAt: Date.now() });
}

/** Stop what runs in a tab. */
export async function stopRun(tabId: string): Promise<void> {
  const run = useRuns.getState()[tabId];
  if (run === undefined || !isActive(run.state)) return;
  await stopQuery(run.query.id);
  open.get(tabId)?.abort();
}

function bodyOf(tab: EditorTab, { sql }: Script, id: string, runAsync: boolean): ExecuteBody {
  return {
    client_id: id,
    database_id: tab.dbId ?? 0,
    catalog: tab.catalog,
    schema: tab.schema,
    sql,
    sql_editor_id: tab.id,
    tab: tab.name,
    queryLimit: tab.queryLimit ?? tab.maxRow,
    runAsync,
    ...(tab.templateParams === '' ? {} : { templateParams: tab.templateParams }),
    expand_data: true,
  };
}

function errorsOf(error: unknown): readonly RunError[] {
  const message = error instanceof Error ? error.message : String(error);
  if (!(error instanceof ApiError)) return [{ message, type: null, place: null, issues: [], isGone: false }];
  const issues = error.errors.flatMap(({ extra }) => issueTexts(extra['issue_codes']));
  return [{ message, type: error.code, place: error.place, issues, isGone: error.status === 410 }];
}

/** What a run is after a line of its answer. */
function stepRun(run: Run, line: RunLine): Run {
  switch (line.kind) {
    case 'query':
      return { ...run, query: line.query, state: line.state, errors: line.errors };
    case 'progress':
      return { ...run, progress: line.progress };
    case 'head': {
      const { statement, sql, columns } = line;
      const growing = createGrowingTable(columns);
      const begun: StatementResult = {
        statement,
        sql,
        columns,
        growing,
        table: stateOf(growing),
        cut: [],
        tail: null,
        isDone: false,
      };
      return { ...run, results: [...run.results, begun] };
    }
    case 'rows':
      return withLast(run, (last) => ({
        ...last,
        table: appendRows(last.growing, line.batch.columns),
        cut: cutWith(last, line.batch),
      }));
    case 'tail':
      return withLast(run, (last) => ({ ...last, tail: line.tail, isDone: true }));
    case 'end':
      return { ...run, state: line.state };
  }
}

function cutWith({ cut, table }: StatementResult, batch: RowBatch): StatementResult['cut'] {
  if (batch.cut.length === 0) return cut;
  return [...cut, ...batch.cut.map((cell) => ({ ...cell, row: cell.row + table.rowCount }))];
}

function withLast(run: Run, change: (last: StatementResult) => StatementResult): Run {
  const last = run.results.at(-1);
  return last ? { ...run, results: [...run.results.slice(0, -1), change(last)] } : run;
}
