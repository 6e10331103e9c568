import { expect, test } from 'vitest';
import { createBatchRequests, type BatchItem, type TellLine } from './batch-requests.ts';

type Sent = {
  readonly ids: readonly string[];
  readonly signal: AbortSignal;
  readonly tell: TellLine;
  readonly end: (error?: Error) => void;
};

/** A server that answers when the test says so; names of questions are their bodies. */
function setUp(known = 1) {
  const sent: Sent[] = [];
  const stopped: string[] = [];
  const planned: (() => void)[] = [];
  const waitFor = (ids: readonly string[], signal: AbortSignal, tell: TellLine) =>
    new Promise<void>((resolve, reject) => {
      signal.addEventListener('abort', () => reject(new DOMException('', 'AbortError')));
      sent.push({ ids, signal, tell, end: (error) => (error ? reject(error) : resolve()) });
    });
  const requests = createBatchRequests({
    sendAlone: async ({ body }, signal) => {
      await waitFor([nameOf(body)], signal, () => undefined);
      return { status: 200, data: null, date: null };
    },
    sendMany: (items: readonly BatchItem[], signal, tell) => waitFor(items.map(nameOf), signal, tell),
    stop: async (asks) => {
      stopped.push(...asks);
      return known;
    },
    soon: (run) => void planned.push(run),
    now: () => 0,
  });
  return {
    sent,
    stopped,
    isCrowd: requests.isCrowd,
    pass: async () => {
      for (const run of planned.splice(0)) run();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
    ask: (name: string) => {
      const controller = new AbortController();
      const answer = requests.ask({ search: '', body: { name }, ask: name }, controller.signal).then(
        ({ data }) => data,
        (error: Error) => error.name,
      );
      return { answer, stop: () => controller.abort() };
    },
  };
}

function nameOf(of: object): string {
  return 'name' in of ? String(of.name) : '';
}

const line = (data: unknown) => ({ status: 200, data, date: null });

test('questions of one moment are one request, and each hears of its own line', async () => {
  const it = setUp();
  const [a, b, c] = ['a', 'b', 'c'].map(it.ask);
  await it.pass();
  expect(it.sent.map(({ ids }) => ids)).toEqual([['a', 'b', 'c']]);
  expect(it.isCrowd()).toBe(true);
  it.sent[0]?.tell(1, line('for b'));
  expect(await b?.answer).toBe('for b');
  it.sent[0]?.tell(0, new RangeError('refused'));
  expect(await a?.answer).toBe('RangeError');
  it.sent[0]?.end();
  expect(await c?.answer).toBe('ApiError');
});

test('a question that is alone is a request of its own', async () => {
  const it = setUp();
  it.ask('a');
  await it.pass();
  it.ask('b');
  await it.pass();
  expect([it.sent.map(({ ids }) => ids), it.isCrowd()]).toEqual([[['a'], ['b']], false]);
});

test('[F12] who stops hears of it at once; the server ends the query, and with its last the connection', async () => {
  const it = setUp();
  const [a, b] = ['a', 'b'].map(it.ask);
  await it.pass();
  a?.stop();
  expect(await a?.answer).toBe('AbortError');
  await it.pass();
  expect([it.stopped, it.sent[0]?.signal.aborted]).toEqual([['a'], false]);
  b?.stop();
  await it.pass();
  expect([it.stopped, it.sent[0]?.signal.aborted]).toEqual([['a'], true]);
});

test('newer questions take the place of all older ones without a word about single ones', async () => {
  const it = setUp();
  const old = ['a', 'b'].map(it.ask);
  await it.pass();
  old.forEach(({ stop }) => stop());
  ['c', 'd'].map(it.ask);
  await it.pass();
  expect([it.stopped, it.sent.map(({ ids, signal }) => [ids, signal.aborted])]).toEqual([
    [],
    [
      [['a', 'b'], true],
      [['c', 'd'], false],
    ],
  ]);
});

test('where another server answers and knows no name, the others are asked for anew', async () => {
  const it = setUp(0);
  const [a, b, c] = ['a', 'b', 'c'].map(it.ask);
  await it.pass();
  a?.stop();
  await it.pass();
  expect(it.sent.map(({ ids, signal }) => [ids, signal.aborted])).toEqual([
    [['a', 'b', 'c'], true],
    [['b', 'c'], false],
  ]);
  it.sent[1]?.tell(0, line('for b'));
  it.sent[1]?.end(new RangeError('broken'));
  expect([await b?.answer, await c?.answer]).toEqual(['for b', 'RangeError']);
});
