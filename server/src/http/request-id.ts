import { randomBytes } from 'node:crypto';
import type { IncomingMessage } from 'node:http';

/** Ids of others are taken over when they are short and mean nothing to a terminal, a page or a log. */
const requestId = /^[\w.:-]{1,64}$/;
/** W3C Trace Context: version, trace, span, flags. Later versions may add to it. */
const traceParent = /^(?!ff)([0-9a-f]{2})-(?!0{32})([0-9a-f]{32})-(?!0{16})([0-9a-f]{16})-[0-9a-f]{2}(-.*)?$/;

/** The id that a proxy or a client gave the request, or a new one. */
export function requestIdOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && requestId.test(given) ? given : randomBytes(9).toString('base64url');
}

/** The trace that a request belongs to, for its log lines: nothing, or the ids of `traceparent`. */
export function traceOf({ headers }: Pick<IncomingMessage, 'headers'>): {
  readonly traceId?: string;
  readonly parentId?: string;
} {
  const [, version, traceId, parentId, more] =
    traceParent.exec(String(headers['traceparent'] ?? '').slice(0, 256)) ?? [];
  if (traceId === undefined || parentId === undefined || (version === '00' && more !== undefined)) return {};
  return { traceId, parentId };
}
