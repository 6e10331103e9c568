import { PassThrough } from 'node:stream';
import type { ConnectionTest, TestWatch } from '../../engines/engine.ts';
import { errorList, wordsBeside } from '../../http/error-body.ts';
import type { ConnectionTestLine as Line } from './schema.ts';
import { testError, type DryRun } from './service.ts';

/**
 * Run a connection test and write a line of JSON for each step, as it is done. An abort of `signal` gives the attempt
 * up.
 */
export function testLines(run: DryRun, signal: AbortSignal): PassThrough {
  const out = new PassThrough();
  const began = performance.now();
  const told = new Set<string>();
  const write = (line: Omit<Line, 'ms'>): void => {
    if (!out.destroyed)
      out.write(`${JSON.stringify({ ...line, ms: Math.round(performance.now() - began) } satisfies Line)}\n`);
  };
  const passed: TestWatch['passed'] = (step, note) => {
    if (told.has(step)) return;
    told.add(step);
    write({ state: 'passed', step, ...(note === undefined ? {} : { note }) });
  };
  run({ passed, signal }).then(
    (result) => {
      write(lastLine(result));
      out.end();
    },
    (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
  );
  return out;
}

function lastLine(result: ConnectionTest): Omit<Line, 'ms'> {
  if (result.ok) return { state: 'done', step: null };
  const error = testError(result);
  return { state: 'failed', step: result.step, code: error.code, errors: errorList(error), ...wordsBeside(error) };
}
