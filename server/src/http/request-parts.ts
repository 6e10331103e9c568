import type { FastifyReply } from 'fastify';

/** Aborted when the client goes away before it has its answer. */
export function signalOf(reply: FastifyReply): AbortSignal {
  const controller = new AbortController();
  // It may have gone while the request was read and its user looked up.
  if (reply.raw.destroyed) controller.abort();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) controller.abort();
  });
  return controller.signal;
}

/** The texts of an address by name, the first of each, for templates that ask for them. */
export function addressedOf(query: unknown): Readonly<Record<string, string>> {
  const entries = typeof query === 'object' && query !== null ? Object.entries(query) : [];
  return Object.fromEntries(
    entries.map(([name, given]: readonly [string, unknown]) => [name, String(Array.isArray(given) ? given[0] : given)]),
  );
}
