import { appendRows, createGrowingTable, stateOf } from '@tessera/core/growing-table';
import { fail, requestResults, startState, stop, tellState } from '@tessera/core/sql-editor/query-runs';
import { isActive, type QueryState } from '@tessera/core/sql-editor/query-states';
import type { RunLine, WireQuery } from './read-lines.ts';
import type { RowBatch, Run, RunError, RunProgress, RunWay, Script, StatementResult } from './run.ts';

const noProgress: RunProgress = { share: null, rows: null, bytes: null, place: null };

/** A run that has just begun ([4.9-03]). */
export function beginRun(id: string, script: Script, way: RunWay, now: number): Run {
  return {
    script,
    way,
    state: startState(way.isAsync),
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
    progress: noProgress,
    startedAt: now,
    endedAt: null,
    isAsync: way.isAsync,
    isComplete: false,
  };
}

/** What a run is after a line of its answer. */
export function stepRun(run: Run, line: RunLine, now: number): Run {
  switch (line.kind) {
    case 'query':
      return tellQuery(run, line, now);
    case 'progress':
      return { ...run, progress: line.progress };
    case 'head':
      return { ...run, results: [...run.results, beginResult(line)] };
    case 'rows':
      return withLast(run, (last) => ({
        ...last,
        table: appendRows(last.growing, line.batch.columns),
        cut: cutWith(last, line.batch),
      }));
    case 'tail':
      return withLast(run, (last) => ({ ...last, tail: line.tail, isDone: true }));
    case 'end':
      return { ...tellState(run, line.state, now), isComplete: true };
  }
}

/** A success is one when the last of its rows are here. */
function tellQuery(run: Run, { query, state, errors }: WireQuery, now: number): Run {
  const told = { ...run, query, errors: errors.length > 0 ? errors : run.errors };
  return state === 'success' ? told : tellState(told, state, now);
}

function beginResult({ statement, sql, columns }: RunLine & { readonly kind: 'head' }): StatementResult {
  const growing = createGrowingTable(columns);
  return { statement, sql, columns, growing, table: stateOf(growing), cut: [], tail: null, isDone: false };
}

function cutWith({ cut, table }: StatementResult, batch: RowBatch): StatementResult['cut'] {
  if (batch.cut.length === 0) return cut;
  return [...cut, ...batch.cut.map((cell) => ({ ...cell, row: cell.row + table.rowCount }))];
}

function withLast(run: Run, change: (last: StatementResult) => StatementResult): Run {
  const last = run.results.at(-1);
  return last ? { ...run, results: [...run.results.slice(0, -1), change(last)] } : run;
}

/** Its rows are asked for, from the beginning ([4.9-05]). */
export function fetchRun(run: Run): Run {
  const before = isActive(run.state) ? run : requestResults(run);
  return { ...before, results: [], isComplete: false };
}

/** The user stopped it ([4.9-05]). */
export function stopped(run: Run, now: number): Run {
  return { ...stop(run, now), results: [], isComplete: true };
}

/** It failed, or its rows could not be fetched ([4.9-04]). */
export function failed(
  run: Run,
  errors: readonly RunError[],
  now: number,
  state: 'failed' | 'timed_out' = 'failed',
): Run {
  const after = fail(run, state, now);
  return after.state === 'stopped' ? after : { ...after, errors, isComplete: true };
}

/** What a refresh tells of it ([4.9-06]). */
export function refreshed(run: Run, told: WireQuery, state: QueryState): Run {
  return {
    ...run,
    state,
    query: told.query,
    errors: told.errors.length > 0 ? told.errors : run.errors,
    progress: { ...run.progress, share: told.progress === null ? run.progress.share : told.progress / 100 },
    startedAt: told.startedAt ?? run.startedAt,
    endedAt: isActive(state) ? null : (told.endedAt ?? run.endedAt),
  };
}
