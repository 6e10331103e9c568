import type { EngineContext } from './driver.ts';
import { ConnectionProblem, type ConnectionStep } from '../errors/connection-problem.ts';
import type { ConnectionTest, TestWatch } from '../engine.ts';

/** From the name of the host to the first answers behind the sign-in, encryption included. */
const CONNECT_MS = 10_000;
/** A whole connection test, with the questions that it asks. */
const TEST_MS = 40_000;
const steps: readonly ConnectionStep[] = ['name', 'port', 'tls', 'login', 'rights'];

type Attempt = {
  readonly signal: AbortSignal;
  /** Where it is reached, and what should answer there. */ readonly port: number;
  readonly protocol: string;
};

/** How long one connection may take. */
export function connectMs({ deadlines }: Pick<EngineContext, 'deadlines'>): number {
  return deadlines?.connectMs ?? CONNECT_MS;
}

/**
 * An attempt at a connection under one deadline: a server that sends a byte a second, or stops at any step, gains
 * nothing.
 *
 * @param attempt  Gets a watch with a signal at which it gives up all that it has opened.
 * @throws ConnectionProblem that names the step where it stood still
 */
export async function connectWithin<T>(
  context: Pick<EngineContext, 'deadlines'>,
  { port, protocol, passed, signal }: Omit<Attempt, 'signal'> & TestWatch,
  attempt: (watch: TestWatch) => Promise<T>,
): Promise<T> {
  let reached: ConnectionStep | null = null;
  const stop = new AbortController();
  const tell = (step: ConnectionStep, note?: string): void => {
    reached = step;
    if (!stop.signal.aborted) passed(step, note);
  };
  return within(
    connectMs(context),
    signal,
    stop,
    () => attempt({ passed: tell, signal: stop.signal }),
    () => unresponsiveAt(reached, port, protocol),
  );
}

/** The role of a server that hangs after a step. */
export function unresponsiveAt(reached: ConnectionStep | null, port: number, protocol: string): ConnectionProblem {
  if (reached === null)
    return new ConnectionProblem('name', 'connection_hostname', 'The host name is not resolved in time.');
  if (reached === 'name')
    return new ConnectionProblem('port', 'connection_timeout', `The host did not answer at port ${port} in time.`);
  return new ConnectionProblem(
    reached === 'port' ? 'tls' : 'login',
    'connection_timeout',
    `Port ${port} accepts connections, but no ${protocol} answers.`,
  );
}

/** What answers there speaks something else. */
export function foreignAt(port: number, protocol: string, reason: string): ConnectionProblem {
  return new ConnectionProblem(
    'login',
    'connection_host_down',
    `Port ${port} accepts connections, but what answers there is no ${protocol}: ${reason}`,
  );
}

/** A connection test under one deadline; the step behind the last one that passed is the one that does not respond. */
export async function testWithin(
  context: Pick<EngineContext, 'deadlines'>,
  watch: TestWatch,
  test: (watch: TestWatch) => Promise<ConnectionTest>,
): Promise<ConnectionTest> {
  let last: ConnectionStep | null = null;
  const stop = new AbortController();
  const passed: TestWatch['passed'] = (step, note) => {
    last = step;
    if (!stop.signal.aborted) watch.passed(step, note);
  };
  const silent = (): ConnectionProblem =>
    new ConnectionProblem(
      steps[last === null ? 0 : steps.indexOf(last) + 1] ?? 'rights',
      'connection_timeout',
      'The server accepts the connection, and does not answer in time.',
    );
  try {
    return await within(
      context.deadlines?.testMs ?? TEST_MS,
      watch.signal,
      stop,
      () => test({ passed, signal: stop.signal }),
      silent,
    );
  } catch (error) {
    if (error instanceof ConnectionProblem)
      return { ok: false, step: error.step, failure: error.failure, reason: error.message };
    throw error;
  }
}

async function within<T>(
  ms: number,
  signal: AbortSignal,
  stop: AbortController,
  work: () => Promise<T>,
  late: () => ConnectionProblem,
): Promise<T> {
  const giveUp = (): void => stop.abort();
  let timer: NodeJS.Timeout | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(late());
      stop.abort();
    }, ms);
  });
  signal.addEventListener('abort', giveUp, { once: true });
  if (signal.aborted) giveUp();
  const working = work();
  working.catch(() => undefined);
  try {
    return await Promise.race([working, over]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', giveUp);
  }
}
