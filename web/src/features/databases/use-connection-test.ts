import { useEffect, useReducer, useRef, useState } from 'react';
import { isAbort } from '../../api/api-error.ts';
import { FailedTest, testConnection, type DatabaseInput } from '../../api/databases.ts';
import { nextRun } from './connection-steps.ts';

/** One connection test at a time: its steps as they are done, what stopped it, and a way to give it up. */
export function useConnectionTest() {
  const [run, tell] = useReducer(nextRun, null);
  const [error, setError] = useState<Error | null>(null);
  const abort = useRef<AbortController | null>(null);
  useEffect(() => () => abort.current?.abort(), []);

  /** @returns whether every step went through */
  const start = async (input: Omit<DatabaseInput, 'database_name'>): Promise<boolean> => {
    abort.current?.abort();
    const own = new AbortController();
    abort.current = own;
    setError(null);
    tell({ type: 'started', at: Date.now() });
    try {
      await testConnection(input, own.signal, (step) => {
        if (abort.current === own) tell({ type: 'step_passed', step });
      });
      tell({ type: 'passed' });
      return !own.signal.aborted;
    } catch (problem) {
      if (abort.current !== own) return false;
      if (isAbort(problem)) {
        tell({ type: 'stopped' });
        return false;
      }
      setError(
        problem instanceof FailedTest ? problem.cause : problem instanceof Error ? problem : new Error(String(problem)),
      );
      tell({ type: 'failed', step: problem instanceof FailedTest ? problem.step : null });
      return false;
    }
  };
  const stop = () => abort.current?.abort();
  /** A verdict on other values than those on screen would mislead. */
  const clear = () => {
    abort.current?.abort();
    abort.current = null;
    setError(null);
    tell({ type: 'cleared' });
  };
  return { run, error, start, stop, clear };
}
