import { connect } from 'node:net';
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { sendFiles } from './send-files.ts';

/** Downloads that tell when they have begun and ended. Without a number of rows they end only when they are left. */
function setUp(format: 'csv' | 'xlsx', count: number, rows = Number.POSITIVE_INFINITY) {
  const state = { begun: 0, ended: 0, leave: (): void => undefined };
  const lines = async function* () {
    state.begun += 1;
    try {
      // Whoever asked is gone before the answer begins.
      state.leave();
      for (let row = 0; row < rows; row += 1)
        yield Buffer.from(format === 'csv' ? `row ${row}\r\n` : `["row ${row}"]\n`);
    } finally {
      state.ended += 1;
    }
  };
  const app = Fastify();
  app.get('/file', (_, reply) => sendFiles(reply, format, Array.from({ length: count }, lines), new Date(0)));
  return { app, state };
}

test.each([
  { format: 'csv', count: 1 },
  { format: 'xlsx', count: 1 },
  { format: 'csv', count: 2 },
] as const)('$count × $format: a query whose file was never read is left, not forgotten', async ({ format, count }) => {
  const { app, state } = setUp(format, count);
  app.addHook('onSend', async (_request, _reply, payload: unknown) => {
    // As if the connection had gone: nothing is read from now on.
    if (
      typeof payload === 'object' &&
      payload !== null &&
      'destroy' in payload &&
      typeof payload.destroy === 'function'
    )
      payload.destroy();
    return payload;
  });
  await app.inject('/file').catch(() => undefined);
  await expect.poll(() => [state.begun, state.ended]).toEqual([1, 1]);
  await app.close();
});

test('a client that leaves before the first byte leaves no query behind', async () => {
  const { app, state } = setUp('csv', 1);
  const address = new URL(await app.listen({ port: 0, host: '127.0.0.1' }));
  const client = connect(Number(address.port), '127.0.0.1', () =>
    client.write('GET /file HTTP/1.1\r\nHost: x\r\n\r\n'),
  );
  client.on('error', () => undefined);
  state.leave = () => client.destroy();
  await expect.poll(() => [state.begun, state.ended]).toEqual([1, 1]);
  await app.close();
});

test('a file that is read comes whole', async () => {
  const { app, state } = setUp('csv', 1, 3);
  const answer = await app.inject('/file');
  expect([answer.body, state.begun, state.ended]).toEqual(['row 0\r\nrow 1\r\nrow 2\r\n', 1, 1]);
  await app.close();
});
