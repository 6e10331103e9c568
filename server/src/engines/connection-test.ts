import type { ConnectionTest, TestWatch } from './engine.ts';
import { ConnectionProblem } from './connection-problem.ts';

/** A test that nobody watches. */
export const unwatched: TestWatch = { passed: () => undefined, signal: new AbortController().signal };

/**
 * Whether a server answers before the signal aborts: a refusal is an answer, silence is none.
 *
 * @param attempt  Reaches the server anew and leaves nothing behind.
 */
export async function hasAnswered(signal: AbortSignal, attempt: (watch: TestWatch) => Promise<unknown>): Promise<boolean> {
  if (signal.aborted) return false;
  const isSilence = (error: unknown): boolean => signal.aborted || (error instanceof ConnectionProblem && error.failure === 'connection_timeout');
  const answer = attempt({ passed: () => undefined, signal }).then(() => true, (error: unknown) => !isSilence(error));
  return Promise.race([answer, new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true }))]);
}

/** What a failed test says: the step where the failure is known, else the last one. */
export function failedTest(error: unknown): Extract<ConnectionTest, { ok: false }> {
  if (error instanceof ConnectionProblem) return { ok: false, step: error.step, failure: error.failure, reason: error.message };
  return { ok: false, step: 'rights', failure: 'connection_permissions', reason: error instanceof Error ? error.message : String(error) };
}
