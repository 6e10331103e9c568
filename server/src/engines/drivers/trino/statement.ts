import type { IncomingMessage } from 'node:http';
import type { Progress } from '../../engine.ts';
import { ConnectionProblem } from '../../errors/connection-problem.ts';
import { beginningOf, bodyOf, type HttpClient } from '../http/client.ts';
import { assertReadable, parseExact } from '../http/exact-json.ts';

export type TrinoColumn = { readonly name: string; readonly type: string };
export type TrinoFailure = {
  readonly message: string;
  readonly errorName: string;
  readonly errorType: string;
  readonly errorLocation?: { readonly lineNumber: number; readonly columnNumber: number };
};
export type Page = {
  readonly columns: readonly TrinoColumn[] | null;
  readonly rows: readonly (readonly unknown[])[];
  /** Name of the transaction that this statement began. */ readonly transaction: string | null;
  readonly progress: Progress | null;
  /** Rows that a statement changed, where it is one that does. */ readonly affected: number | null;
};
type Answer = {
  readonly columns?: readonly TrinoColumn[];
  readonly data?: readonly (readonly unknown[])[];
  readonly error?: TrinoFailure;
  readonly nextUri?: string;
  readonly updateType?: string;
  readonly updateCount?: number | bigint;
  readonly stats?: {
    readonly completedSplits?: number;
    readonly totalSplits?: number;
    readonly processedRows?: number;
  };
};

/** What the server says against a statement. */
export class TrinoError extends Error {
  override readonly name = 'TrinoError';
  readonly failure: TrinoFailure;
  constructor(failure: TrinoFailure) {
    super(failure.message);
    this.failure = failure;
  }
}

type Limits = { readonly maxBytes?: number; readonly idleTimeoutMs?: number };

/** A page of which nobody says how large it may be. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
/** A page of a statement that is run for its effect. */
const EFFECT_BYTES = 1024 * 1024;
const BUSY = new Set([502, 503, 504]);
const BUSY_TRIES = 20;

/**
 * Run one statement and give its pages as they are ready. Leaving early, or the abort of the signal, cancels it in the
 * server by deleting its next page. Addresses that the server sends are followed by their path alone, at this server.
 *
 * @param limits  `mostBytes` of one page; `idleTimeoutMs` of one request
 * @throws TrinoError, ConnectionProblem, AppError result_too_large
 */
export async function* statement(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  sql: string,
  signal: AbortSignal,
  { maxBytes, ...silence }: Limits = {},
): AsyncGenerator<Page, void> {
  let next: string | null = null;
  const cancel = (path: string | null) => {
    if (path === null) return;
    next = null;
    client
      .send({ method: 'DELETE', path, headers })
      .then(beginningOf)
      .catch(() => undefined);
  };
  const onAbort = () => cancel(next);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    // The first request is not given up by the signal: until it is answered there is nothing to delete.
    let { answer, transaction } = await read(
      () => client.send({ method: 'POST', path: '/v1/statement', headers, body: sql, ...silence }),
      maxBytes,
    );
    for (;;) {
      next = answer.nextUri === undefined ? null : pathOf(answer.nextUri);
      signal.throwIfAborted();
      if (answer.error) {
        next = null;
        throw new TrinoError(answer.error);
      }
      yield {
        columns: answer.columns ?? null,
        rows: answer.data ?? [],
        transaction,
        progress: progressOf(answer),
        affected: answer.updateCount === undefined ? null : Number(answer.updateCount),
      };
      if (next === null) return;
      const path: string = next;
      ({ answer, transaction } = await read(
        () => client.send({ method: 'GET', path, headers, signal, ...silence }),
        maxBytes,
      ));
    }
  } finally {
    signal.removeEventListener('abort', onAbort);
    cancel(next);
  }
}

/** Splits are the chunks that the work is cut into; more may come while it runs. */
function progressOf({ stats }: Answer): Progress | null {
  if (!stats) return null;
  const { completedSplits = 0, totalSplits = 0, processedRows } = stats;
  return {
    share: totalSplits > 0 ? completedSplits / totalSplits : null,
    rows: typeof processedRows === 'number' ? processedRows : null,
  };
}

/** Run a statement for its effect. @returns the transaction that it began @throws TrinoError, ConnectionProblem */
export async function effect(
  client: HttpClient,
  headers: Readonly<Record<string, string>>,
  sql: string,
  signal: AbortSignal,
  idleTimeoutMs: number,
): Promise<string | null> {
  let transaction: string | null = null;
  for await (const page of statement(client, headers, sql, signal, { maxBytes: EFFECT_BYTES, idleTimeoutMs }))
    transaction = page.transaction ?? transaction;
  return transaction;
}

async function read(
  send: () => Promise<IncomingMessage>,
  maxBytes?: number,
): Promise<{ answer: Answer; transaction: string | null }> {
  for (let tries = 0; ; tries += 1) {
    const response = await send();
    const status = response.statusCode ?? 0;
    if (status === 200) {
      const transaction = response.headers['x-trino-started-transaction-id'];
      return {
        answer: answerOf(await bodyOf(response, maxBytes), maxBytes),
        transaction: typeof transaction === 'string' ? transaction : null,
      };
    }
    const body = await beginningOf(response);
    if (BUSY.has(status) && tries < BUSY_TRIES) {
      await new Promise((resolve) => setTimeout(resolve, 50 + 50 * tries));
      continue;
    }
    if (status === 401)
      throw new ConnectionProblem(
        'login',
        'connection_access_denied',
        `The user name or the password is not right: ${body.slice(0, 300)}`,
      );
    if (status === 403) throw new ConnectionProblem('rights', 'connection_permissions', body.slice(0, 300));
    throw notWell(`HTTP ${status}`);
  }
}

/** @throws ConnectionProblem for what no Trino says, AppError result_too_large */
function answerOf(body: string, most = MAX_BODY_BYTES): Answer {
  assertReadable(body, most);
  const answer = parsed(body);
  const isAnswer = typeof answer === 'object' && answer !== null && !Array.isArray(answer);
  if (!isAnswer || !hasRows(answer)) throw notWell('what it sends is no answer');
  return answer;
}

function parsed(body: string): unknown {
  try {
    return parseExact(body);
  } catch {
    throw notWell('what it sends is no answer');
  }
}

/** Columns and rows, where there are any, are lists. */
function hasRows(answer: { readonly columns?: unknown; readonly data?: unknown }): answer is Answer {
  const isList = (value: unknown): boolean => value === undefined || value === null || Array.isArray(value);
  return (
    isList(answer.columns) && isList(answer.data) && (!Array.isArray(answer.data) || answer.data.every(Array.isArray))
  );
}

/** The role of a server that sends what no Trino does. */
export function notWell(what: string): ConnectionProblem {
  return new ConnectionProblem(
    'login',
    'connection_host_down',
    `What answers there is no Trino, or it is not well (${what}).`,
  );
}

function pathOf(uri: string): string {
  if (!URL.canParse(uri)) throw notWell('it names a next page that is none');
  const { pathname, search } = new URL(uri);
  if (!pathname.startsWith('/v1/statement/')) throw notWell('it names a next page that is none');
  return `${pathname}${search}`;
}
