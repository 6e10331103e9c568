import fastify from 'fastify';
import { expect, test } from 'vitest';
import { AppError } from '@tessera/core/errors/app-error';
import type { QueryContext } from '@tessera/core/query-object';
import { createSharedScans } from '../../chart-data/cache/shared-scans.ts';
import type { Chunks } from '../../chart-data/values/chunks.ts';
import { fairnessKeyOf } from '../../engines/admission/fairness-key.ts';
import { createUnreadAnswers } from '../../http/unread-answers.ts';
import { anonymous } from '../../principal.ts';
import { answerBatch, type BatchWay } from './batch.ts';
import { sendLines } from './send-lines.ts';
import type { Wish } from './service.ts';
import { createStops } from './stops.ts';

type Answer = (context: QueryContext, wish: Wish, signal: AbortSignal) => Promise<readonly Chunks[]>;

const way: BatchWay = {
  principal: anonymous,
  addressed: { dashboard_id: '7' },
  signal: new AbortController().signal,
  asTold: (error) => (error instanceof AppError ? error : new AppError('internal', { requestId: '' })),
};
const done: readonly Chunks[] = [[Buffer.from('{"n":1}')]];

function needsOf(answer: Answer, cached: Answer | null = null) {
  return {
    data: {
      answers: async (_: unknown, ...rest: Parameters<Answer>) => answer(...rest),
      cachedAnswers: async (_: unknown, ...rest: Parameters<Answer>) => (cached ? cached(...rest) : null),
      announce: createSharedScans().announce,
    },
    unread: createUnreadAnswers({ maxBytes: 1_000_000 }),
    stops: createStops(),
  };
}

function requestsOf(...searches: readonly string[]) {
  return { requests: searches.map((search, id) => ({ id, search, datasource: { id: 1 }, queries: [{}] })) };
}

async function linesOf(lines: AsyncIterable<Chunks>): Promise<readonly Readonly<Record<string, unknown>>[]> {
  const found: Readonly<Record<string, unknown>>[] = [];
  for await (const line of lines) found.push(JSON.parse(Buffer.concat([...line]).toString()));
  return found;
}

test('a request of a batch is what its own address would say, beside that of all', async () => {
  const seen: unknown[] = [];
  const needs = needsOf(async (_, { force, ask, addressed }) => {
    seen.push([force, ask, addressed]);
    return done;
  });
  await linesOf(answerBatch(needs, requestsOf('?force=true&ask=one&form_data=x', '?ask=no+name'), way));
  expect(seen).toEqual([
    [true, 'one', { dashboard_id: '7', force: 'true', ask: 'one', form_data: 'x' }],
    [false, undefined, { dashboard_id: '7', ask: 'no name' }],
  ]);
});

test('[F12] one request of a batch is stopped by its name, by whoever sent it and by nobody else', async () => {
  const needs = needsOf(async (_, { ask }, signal) => {
    if (ask !== 'long') return done;
    await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
    throw new AppError('query_cancelled', {});
  });
  const lines = answerBatch(needs, requestsOf('?ask=long', '?ask=short'), way);
  expect(JSON.parse(String((await lines.next()).value))).toMatchObject({ id: 1, status: 200 });
  expect([needs.stops.stop('somebody else', ['long']), needs.stops.stop(fairnessKeyOf(anonymous), ['none'])]).toEqual([
    0, 0,
  ]);
  expect(needs.stops.stop(fairnessKeyOf(anonymous), ['long', 'short'])).toBe(1);
  expect(await linesOf(lines)).toMatchObject([{ id: 0, code: 'query_cancelled' }]);
  expect(needs.stops.stop(fairnessKeyOf(anonymous), ['long'])).toBe(0);
});

test('[7.1-01] what is not cached becomes a job where answers come by jobs', async () => {
  const payloads: string[] = [];
  const needs = needsOf(
    async () => done,
    async (_, { ask }) => (ask === 'kept' ? done : (null as never)),
  );
  const lines = await linesOf(
    answerBatch(needs, requestsOf('?ask=kept', '?ask=new&force=true'), {
      ...way,
      submit: async (_, payload) => {
        payloads.push(payload);
        return { channel_id: 'c', job_id: 'j', user_id: 1, status: 'pending', errors: [], result_url: null };
      },
    }),
  );
  expect(lines.toSorted((a, b) => Number(a['id']) - Number(b['id']))).toMatchObject([
    { id: 0, status: 200 },
    { id: 1, status: 202, job_id: 'j' },
  ]);
  expect(JSON.parse(payloads[0] ?? '')).toEqual({
    context: { datasource: { id: 1 }, queries: [{}] },
    wish: { force: true, staleOkSeconds: 0, addressed: { dashboard_id: '7', ask: 'new', force: 'true' }, ask: 'new' },
  });
});

test.each(['br', 'gzip', 'identity'])(
  'a line is on the wire before the next is made, packed as %s',
  async (accepted) => {
    const made: string[] = [];
    const app = fastify();
    let release = (): void => undefined;
    app.get('/', (request, reply) =>
      sendLines(
        request,
        reply,
        (async function* () {
          made.push('first');
          yield [Buffer.from('{"id":1}'), Buffer.from('\n')];
          await new Promise<void>((resolve) => (release = resolve));
          made.push('second');
          yield [Buffer.from('{"id":2}\n')];
        })(),
      ),
    );
    const headers = { 'accept-encoding': accepted };
    const { address, port } = await app
      .listen({ port: 0, host: '127.0.0.1' })
      .then(() => app.server.address() as { readonly address: string; readonly port: number });
    const response = await fetch(`http://${address}:${port}/`, { headers });
    const reader = response.body?.getReader();
    const first = await reader?.read();
    expect([made, (first?.value?.length ?? 0) > 0]).toEqual([['first'], true]);
    release();
    const rest: Uint8Array[] = [];
    for (let next = await reader?.read(); next?.done === false; next = await reader?.read()) rest.push(next.value);
    // The client unpacks what it reads.
    expect(Buffer.concat([first?.value ?? Buffer.alloc(0), ...rest]).toString()).toBe('{"id":1}\n{"id":2}\n');
    expect(response.headers.get('content-encoding')).toBe(accepted === 'identity' ? null : accepted);
    await app.close();
  },
);
