import { AppError } from '@tessera/core/errors/app-error';
import { ConnectionProblem, type ConnectionFailure, type ConnectionStep } from '../errors/connection-problem.ts';
import type { ConnectionTest, TestWatch } from '../engine.ts';

/** A test that nobody watches. */
export const unwatched: TestWatch = { passed: () => undefined, signal: new AbortController().signal };

/**
 * Whether a server answers before the signal aborts: a refusal is an answer, a timeout is none.
 *
 * @param attempt  Reaches the server anew and leaves nothing behind.
 */
export async function hasAnswered(
  signal: AbortSignal,
  attempt: (watch: TestWatch) => Promise<unknown>,
): Promise<boolean> {
  if (signal.aborted) return false;
  const isSilence = (error: unknown): boolean =>
    signal.aborted || (error instanceof ConnectionProblem && error.failure === 'connection_timeout');
  const answer = attempt({ passed: () => undefined, signal }).then(
    () => true,
    (error: unknown) => !isSilence(error),
  );
  return Promise.race([
    answer,
    new Promise<boolean>((resolve) => signal.addEventListener('abort', () => resolve(false), { once: true })),
  ]);
}

/** Failures of the questions that a test asks once it is signed in; by the step that they belong to. */
const askedInVain: Readonly<Record<string, readonly [ConnectionStep, ConnectionFailure]>> = {
  source_schema_missing: ['rights', 'connection_unknown_database'],
  connection_access_denied: ['login', 'connection_access_denied'],
  connection_username: ['login', 'connection_username'],
  connection_password: ['login', 'connection_password'],
  connection_tls: ['tls', 'connection_tls'],
  connection_host_down: ['login', 'connection_host_down'],
  engine_unavailable: ['login', 'connection_host_down'],
  query_timeout: ['rights', 'connection_timeout'],
  result_too_large: ['login', 'connection_host_down'],
};

/** What a failed test says: the step where the failure is known, else the last one. */
export function failedTest(error: unknown): Extract<ConnectionTest, { ok: false }> {
  const cause = error instanceof AppError && error.cause instanceof ConnectionProblem ? error.cause : error;
  if (cause instanceof ConnectionProblem)
    return { ok: false, step: cause.step, failure: cause.failure, reason: cause.message };
  const [step, failure] =
    (cause instanceof AppError ? askedInVain[cause.code] : undefined) ??
    (['rights', 'connection_permissions'] as const);
  return { ok: false, step, failure, reason: cause instanceof Error ? cause.message : String(cause) };
}
