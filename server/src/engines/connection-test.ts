import type { ConnectionTest, TestWatch } from './engine.ts';
import { ConnectionProblem } from './failure.ts';

/** A test that nobody watches. */
export const unwatched: TestWatch = { passed: () => undefined, signal: new AbortController().signal };

/** What a failed test says: the step where the failure is known, else the last one. */
export function failedTest(error: unknown): Extract<ConnectionTest, { ok: false }> {
  if (error instanceof ConnectionProblem) return { ok: false, step: error.step, failure: error.failure, reason: error.message };
  return { ok: false, step: 'rights', failure: 'connection_permissions', reason: error instanceof Error ? error.message : String(error) };
}
