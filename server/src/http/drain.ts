import type { App, Drain } from './app-types.ts';

/** Connections that fell idle are let go so often while the server closes. */
const REAP_MS = 100;

/** Closing the server begins a drain as well. */
export function registerDrain(app: App): Drain {
  let isDraining = false;
  const drain: Drain = {
    begin: () => {
      isDraining = true;
    },
    isDraining: () => isDraining,
  };
  app.addHook('onSend', async (_, reply) => {
    if (isDraining) void reply.header('connection', 'close');
  });
  app.addHook('preClose', async () => {
    drain.begin();
    // Of an answer that was begun before, the connection is retained: the client would wait on it, and the stop on the
    // client.
    const reaping = setInterval(() => app.server.closeIdleConnections(), REAP_MS);
    app.server.once('close', () => clearInterval(reaping));
    reaping.unref();
  });
  return drain;
}
