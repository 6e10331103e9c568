import { isActive } from '@tessera/core/sql-editor/query-states';
import { useCallback, useEffect, useRef, useState } from 'react';
import { ApiError, isAbort } from '../../../../api/api-error.ts';
import { readLines } from '../../../../api/lines.ts';
import { limits } from '../../../../api/limits.ts';
import { queryResults, type ResultSource } from '../../../../api/sql-lab.ts';
import { browserIo } from '../../runs/browser-io.ts';
import { readRunLine } from '../../runs/read-lines.ts';
import type { Run, RunError } from '../../runs/run.ts';
import { beginRun, failed, stepRun } from '../../runs/step-run.ts';
import { randomId } from '../../../../api/random-id.ts';

export type ResultQuery = {
  /** What was asked last; null before anything was. */
  readonly run: Run | null;
  readonly start: (sql: string, sources: readonly ResultSource[]) => void;
  readonly stop: () => void;
};

/** A query over stored results: they are tables of the embedded engine, and their database is not requested again. */
export function useResultQuery(): ResultQuery {
  const [run, setRun] = useState<Run | null>(null);
  const control = useRef<AbortController | null>(null);
  const stop = useCallback(() => control.current?.abort(), []);
  useEffect(() => stop, [stop]);
  const start = useCallback((sql: string, sources: readonly ResultSource[]) => {
    control.current?.abort();
    const mine = new AbortController();
    control.current = mine;
    void perform(sql, sources, mine.signal, (next) => {
      if (control.current === mine) setRun(next);
    });
  }, []);
  return { run, start, stop };
}

async function perform(
  sql: string,
  sources: readonly ResultSource[],
  signal: AbortSignal,
  show: (run: Run) => void,
): Promise<void> {
  let run = beginRun(randomId(), { sql, at: 0 }, { isAsync: false }, Date.now());
  show(run);
  try {
    const answer = await queryResults({ sources, sql, limit: limits.maxRows }, signal);
    for await (const line of readLines(answer)) {
      const read = readRunLine(line);
      if (read !== null) show((run = stepRun(run, read, Date.now())));
    }
    if (isActive(run.state)) show((run = { ...run, state: 'success', isComplete: true, endedAt: Date.now() }));
  } catch (error) {
    if (isAbort(error)) show({ ...run, state: 'stopped', isComplete: true, endedAt: Date.now() });
    else show(failed(run, [{ ...browserIo.errorOf(error).error, place: placeOf(error) }], Date.now()));
  }
}

/** Where in the question the engine found the mistake. */
function placeOf(error: unknown): RunError['place'] {
  const position = error instanceof ApiError ? error.errors[0]?.extra['position'] : null;
  if (typeof position !== 'object' || position === null || !('line' in position)) return null;
  const { line } = position;
  const column = 'column' in position ? position.column : null;
  return typeof line === 'number' ? { line, column: typeof column === 'number' ? column : null } : null;
}
