import { expect, test } from 'vitest';
import { createClock, settled } from '../tabs/tabs-fixtures.ts';
import type { RunLine, WireQuery } from './read-lines.ts';
import { createRunSession, type RunAnswer, type RunPlace } from './run-session.ts';
import type { Run, RunWay } from './run.ts';

const place: RunPlace = {
  key: 'tab',
  dbId: 1,
  catalog: null,
  schema: null,
  editorId: 'tab',
  tabName: 'Untitled Query 1',
  rowLimit: 100,
  templateParams: '',
};
const script = { sql: 'SELECT 1', at: 0 };
const synchronous: RunWay = { isAsync: false };
const asynchronous: RunWay = { isAsync: true };

const told = (id: string, state: WireQuery['state'], change: Partial<WireQuery['query']> = {}): WireQuery => ({
  query: {
    id,
    serverId: 1,
    resultsKey: null,
    limitingFactor: null,
    trackingUrl: null,
    executedSql: null,
    statements: [],
    ...change,
  },
  state,
  errors: [],
  sql: 'SELECT 1',
  isAsync: true,
  progress: 0,
  startedAt: null,
  endedAt: null,
});
const head = (statement = 0): RunLine => ({
  kind: 'head',
  statement,
  sql: 'SELECT 1',
  columns: [{ name: 'a', type: 'INTEGER', kind: 'numeric' }],
});
const rows = (...values: readonly number[]): RunLine => ({
  kind: 'rows',
  batch: { rows: values.length, columns: [values], cut: [] },
});
const end = (state: WireQuery['state'] = 'success'): RunLine => ({ kind: 'end', state });

/** Lines that a test sends one by one. */
function createLines(signal: AbortSignal) {
  const waiting: RunLine[] = [];
  let wake = (): void => undefined;
  let failure: unknown = null;
  let isOver = false;
  const abort = new DOMException('aborted', 'AbortError');
  signal.addEventListener('abort', () => wake());
  return {
    send: async (...lines: readonly RunLine[]) => {
      waiting.push(...lines);
      wake();
      await settled();
    },
    finish: async () => {
      isOver = true;
      wake();
      await settled();
    },
    fail: async (error: unknown) => {
      failure = error;
      wake();
      await settled();
    },
    lines: (async function* () {
      for (;;) {
        if (signal.aborted) throw abort;
        if (failure !== null) throw failure;
        const line = waiting.shift();
        if (line) yield line;
        else if (isOver) return;
        else await new Promise<void>((resolve) => (wake = resolve));
      }
    })(),
  };
}

type Lines = ReturnType<typeof createLines>;

function createWorld() {
  const clock = createClock();
  const shown = new Map<string, Run | null>();
  const log: string[] = [];
  const executed: { readonly id: string; readonly lines: Lines; answer: (answer: RunAnswer) => Promise<void> }[] = [];
  const fetched: { readonly key: string; readonly isWhole: boolean; readonly lines: Lines }[] = [];
  const server = { told: [] as readonly WireQuery[], stopFails: false, isAway: false, isLeaving: false };
  let count = 0;
  const session = createRunSession({
    now: clock.now,
    later: clock.later,
    newId: () => `q${++count}`,
    execute: (id, _, __, way, signal) => {
      const lines = createLines(signal);
      if (!way.isAsync) {
        executed.push({ id, lines, answer: async () => undefined });
        return Promise.resolve({ kind: 'lines', lines: lines.lines });
      }
      return new Promise((resolve) => {
        const answer = async (given: RunAnswer) => {
          resolve(given);
          await settled();
        };
        executed.push({ id, lines, answer });
      });
    },
    results: (key, isWhole, signal) => {
      const lines = createLines(signal);
      fetched.push({ key, isWhole, lines });
      return lines.lines;
    },
    stop: (id) => {
      log.push(`stop ${id}`);
      return server.stopFails ? Promise.reject(new Error('no')) : Promise.resolve();
    },
    changedSince: () => {
      log.push('poll');
      return server.isAway ? Promise.reject(new Error('away')) : Promise.resolve(server.told);
    },
    errorOf: (error) => ({
      error: {
        message: error instanceof Error ? error.message : String(error),
        type: null,
        place: null,
        issues: [],
        codes: [],
        isGone: false,
      },
      isUnanswered: error instanceof Error && error.message === 'network',
    }),
    isLeaving: () => server.isLeaving,
    isAbort: (error) => error instanceof DOMException && error.name === 'AbortError',
    questionOf: (error) =>
      error instanceof Error && error.message === 'dear' ? { why: 'cost', unit: 'rows', cost: 9, threshold: 1 } : null,
    ask: (key, { script: asked, question }, before) =>
      void log.push(`ask ${key} ${asked.sql} ${question.why}, before ${before}`),
    show: (key, run) => void shown.set(key, run),
    tellStop: (went) => void log.push(went ? 'stopped' : 'not stopped'),
    tellReplaced: () => void log.push('replaced'),
    onEnd: (_, run) => void log.push(`end ${run.query.id} ${run.state}`),
    onFetchFailed: (run) => void log.push(`fetch failed ${run.query.id}`),
  });
  const run = () => {
    const found = shown.get('tab');
    if (!found) throw new Error('nothing is shown');
    return found;
  };
  const values = () =>
    run().results.map(({ table }) => Array.from(table.columns.get('a')?.values ?? []).slice(0, table.rowCount));
  return { clock, session, shown, log, executed, fetched, server, run, values };
}

test('[4.9-03] a synchronous run shows its rows as they come, statement by statement', async () => {
  const { session, executed, run, values, log } = createWorld();
  session.start(place, script, synchronous);
  expect(run().state).toBe('running');
  await executed[0]?.lines.send({ kind: 'query', ...told('q1', 'running') }, head(), rows(1, 2));
  expect([run().state, values()]).toEqual(['running', [[1, 2]]]);
  await executed[0]?.lines.send(rows(3), head(1), rows(9));
  expect(values()).toEqual([[1, 2, 3], [9]]);
  // The query is a success when its last row is here.
  await executed[0]?.lines.send({ kind: 'query', ...told('q1', 'success') });
  expect(run().state).toBe('running');
  await executed[0]?.lines.send(end());
  await executed[0]?.lines.finish();
  expect([run().state, run().isComplete, log]).toEqual(['success', true, ['end q1 success']]);
});

test('a run that is asked about leaves what was there before, and nothing where nothing was', async () => {
  const { session, executed, run, values, shown, log } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.fail(new Error('dear'));
  expect([shown.get('tab'), session.run('tab'), log]).toEqual([null, null, ['ask tab SELECT 1 cost, before null']]);
  session.start(place, script, { ...synchronous, isConfirmed: true });
  await executed[1]?.lines.send({ kind: 'query', ...told('q2', 'running') }, head(), rows(1), end());
  await executed[1]?.lines.finish();
  session.start(place, { sql: 'SELECT 2', at: 0 }, synchronous);
  await executed[2]?.lines.fail(new Error('dear'));
  expect([run().query.id, run().state, values(), log.at(-1)]).toEqual([
    'q2',
    'success',
    [[1]],
    'ask tab SELECT 2 cost, before q2',
  ]);
});

test('an answer that breaks off is a failure, and never a result that looks whole', async () => {
  const { session, executed, run } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.send(head(), rows(1));
  await executed[0]?.lines.finish();
  expect([run().state, run().errors.map(({ message }) => message)]).toEqual(['failed', ['The answer broke off.']]);
});

test('latest wins: a newer run ends the older one, and no line of it is shown', async () => {
  const { session, executed, values, run } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.send(head(), rows(1));
  session.start(place, script, synchronous);
  await executed[1]?.lines.send(head(), rows(2));
  await executed[0]?.lines.send(rows(3), end());
  expect([run().query.id, values()]).toEqual(['q2', [[2]]]);
});

test('[8.5-01] [4.9-05] a stop reaches the server, clears the rows and is said', async () => {
  const { session, executed, run, log } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.send(head(), rows(1));
  await Promise.all([session.stop('tab'), session.stop('tab')]);
  expect([run().state, run().results, log]).toEqual(['stopped', [], ['stop q1', 'end q1 stopped', 'stopped']]);
  // What comes after it is nothing ([4.9-04]).
  await executed[0]?.lines.send(end());
  await session.stop('tab');
  expect([run().state, log.length]).toEqual(['stopped', 3]);
});

test('[8.5-01] a stop that fails is said, and the run goes on', async () => {
  const { session, executed, run, log, server } = createWorld();
  server.stopFails = true;
  session.start(place, script, synchronous);
  await session.stop('tab');
  expect([run().state, log]).toEqual(['running', ['stop q1', 'not stopped']]);
  await executed[0]?.lines.send(head(), rows(1), end());
  expect(run().state).toBe('success');
});

test('[F13] a run that ends while it is being stopped stays what it became', async () => {
  const { session, executed, run, log } = createWorld();
  session.start(place, script, synchronous);
  const stopping = session.stop('tab');
  await executed[0]?.lines.send(head(), rows(1), end());
  await stopping;
  expect(['success', 'stopped']).toContain(run().state);
  expect(log.filter((line) => line.startsWith('end'))).toHaveLength(1);
});

test('[4.9-03] an asynchronous run waits, and its rows come from its results while they grow', async () => {
  const { session, executed, fetched, run, values, log } = createWorld();
  session.start(place, script, asynchronous);
  expect(run().state).toBe('pending');
  await executed[0]?.answer({ kind: 'async', told: told('q1', 'pending', { resultsKey: 'k1' }) });
  expect([fetched[0]?.key, fetched[0]?.isWhole]).toEqual(['k1', false]);
  await fetched[0]?.lines.send({ kind: 'query', ...told('q1', 'running', { resultsKey: 'k1' }) }, head(), rows(1));
  expect([run().state, values()]).toEqual(['running', [[1]]]);
  await fetched[0]?.lines.send(rows(2), end());
  expect([run().state, values(), log]).toEqual(['success', [[1, 2]], ['end q1 success']]);
});

test('[F31] a broken stream does not end an asynchronous run: the server is asked, and followed again', async () => {
  const { session, executed, fetched, run, values, clock, server } = createWorld();
  session.start(place, script, asynchronous);
  await executed[0]?.answer({ kind: 'async', told: told('q1', 'running', { resultsKey: 'k1' }) });
  await fetched[0]?.lines.send(head(), rows(1));
  server.isAway = true;
  await fetched[0]?.lines.fail(new Error('network'));
  expect([run().state, values()]).toEqual(['running', [[1]]]);
  await clock.pass(10_000);
  server.isAway = false;
  server.told = [told('q1', 'running', { resultsKey: 'k1' })];
  await clock.pass(2000);
  await fetched[1]?.lines.send(head(), rows(1, 2), end());
  expect([run().state, values()]).toEqual(['success', [[1, 2]]]);
});

test('[4.9-06] without results yet the state comes by asking, and the rows when there is a key', async () => {
  const { session, executed, fetched, run, clock, server, log } = createWorld();
  session.start(place, script, asynchronous);
  await executed[0]?.answer({ kind: 'async', told: told('q1', 'pending') });
  server.told = [told('q1', 'pending')];
  await clock.pass(4000);
  expect([run().state, log]).toEqual(['pending', ['poll', 'poll']]);
  server.told = [told('q1', 'success', { resultsKey: 'k1' })];
  await clock.pass(2000);
  expect(run().state).toBe('fetching');
  await fetched[0]?.lines.send(head(), rows(1), end());
  expect(run().state).toBe('success');
  await clock.pass(60_000);
  expect(log.filter((line) => line === 'poll')).toHaveLength(3);
});

test('after a reload rows of a finished run are fetched by their key, one that goes on is followed', async () => {
  const { session, fetched, run, values } = createWorld();
  const before: Run = {
    script,
    way: asynchronous,
    state: 'success',
    query: told('q7', 'success', { resultsKey: 'k7' }).query,
    results: [],
    errors: [],
    progress: { share: null, rows: null, bytes: null, place: null },
    startedAt: 0,
    endedAt: 5,
    isAsync: true,
    isComplete: false,
  };
  session.resume('tab', before);
  expect([run().state, fetched[0]?.isWhole]).toEqual(['fetching', true]);
  await fetched[0]?.lines.send(head(), rows(4), end());
  expect([run().state, values()]).toEqual(['success', [[4]]]);
  session.resume('tab', { ...before, state: 'running', query: { ...before.query, id: 'q8', resultsKey: 'k8' } });
  expect([fetched[1]?.key, fetched[1]?.isWhole, run().state]).toEqual(['k8', false, 'running']);
});

test('[8.5-10] results that cannot be fetched end the request and are reported', async () => {
  const { session, fetched, run, log } = createWorld();
  session.resume('tab', { ...finished(), isComplete: false });
  await fetched[0]?.lines.fail(new Error('The results of this query are no longer there.'));
  expect([run().state, run().errors[0]?.message, log]).toEqual([
    'failed',
    'The results of this query are no longer there.',
    ['end q1 failed', 'fetch failed q1'],
  ]);
});

test('[4.9-07] a run that the server has never heard of is dropped', async () => {
  const { session, shown, clock, server } = createWorld();
  session.resume('tab', { ...finished(), state: 'running', isAsync: false, startedAt: clock.now() - 1000 });
  await settled();
  expect(shown.get('tab')).not.toBeNull();
  await clock.pass(4000);
  expect([shown.get('tab'), session.run('tab'), server.told]).toEqual([null, null, []]);
});

test('a synchronous run that the page left behind is asked about once it is opened again', async () => {
  const { session, run, server } = createWorld();
  server.told = [told('q1', 'stopped')];
  session.resume('tab', { ...finished(), state: 'running', isAsync: false });
  await settled();
  expect([run().state, run().isLeft]).toEqual(['stopped', true]);
});

test('[F31] a page that is left takes its requests along: it has not failed, and the server is asked', async () => {
  const { session, executed, run, log, clock, server } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.send(head(), rows(1));
  server.isLeaving = true;
  await executed[0]?.lines.fail(new Error('network'));
  expect([run().state, run().errors, log]).toEqual(['running', [], []]);
  // The user stayed after all.
  server.told = [told('q1', 'stopped')];
  await clock.pass(4000);
  expect([run().state, log]).toEqual(['stopped', ['poll', 'end q1 stopped']]);
});

test('a connection that fails while the page stays is said at once', async () => {
  const { session, executed, run } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.fail(new Error('network'));
  expect([run().state, run().errors.map(({ message }) => message)]).toEqual(['failed', ['network']]);
});

test('a newer run of an asynchronous one stops what would go on for nobody', async () => {
  const { session, executed, log } = createWorld();
  session.start(place, script, asynchronous);
  await executed[0]?.answer({ kind: 'async', told: told('q1', 'running', { resultsKey: 'k1' }) });
  session.start(place, script, asynchronous);
  expect(log).not.toContain('stop q1');
  await executed[1]?.answer({ kind: 'async', told: told('q2', 'running', { resultsKey: 'k2' }) });
  expect(log).toEqual(expect.arrayContaining(['stop q1', 'replaced']));
});

test('a run goes on while the server asks about another one, and gives way once that is taken', async () => {
  const { session, executed, run, values, log } = createWorld();
  session.start(place, script, synchronous);
  await executed[0]?.lines.send({ kind: 'query', ...told('q1', 'running') }, head(), rows(1));
  session.start(place, { sql: 'DELETE FROM t', at: 0 }, synchronous);
  await executed[0]?.lines.send(rows(2));
  await executed[1]?.lines.fail(new Error('dear'));
  await executed[0]?.lines.send(rows(3));
  expect([run().query.id, run().state, values()]).toEqual(['q1', 'running', [[1, 2, 3]]]);
  expect(log).toEqual(['ask tab DELETE FROM t cost, before q1']);
  session.start(place, script, synchronous);
  await executed[2]?.lines.send({ kind: 'query', ...told('q3', 'running') });
  await executed[0]?.lines.send(rows(4));
  expect([run().query.id, values(), log.at(-1)]).toEqual(['q3', [], 'replaced']);
  // Stopped before it is taken, it takes the one before with it: nothing goes on unseen.
  session.start(place, script, synchronous);
  await session.stop('tab');
  await executed[2]?.lines.send(rows(5));
  // Nothing took its place.
  expect(log.filter((line) => line === 'replaced')).toHaveLength(1);
  expect([run().query.id, run().state]).toEqual(['q4', 'stopped']);
});

function finished(): Run {
  return {
    script,
    way: asynchronous,
    state: 'success',
    query: told('q1', 'success', { resultsKey: 'k1' }).query,
    results: [],
    errors: [],
    progress: { share: null, rows: null, bytes: null, place: null },
    startedAt: 0,
    endedAt: 5,
    isAsync: true,
    isComplete: true,
  };
}
