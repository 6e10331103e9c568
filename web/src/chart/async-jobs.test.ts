import { afterEach, expect, test, vi } from 'vitest';
import { setLanguage, translate } from '@tessera/core/messages';
import type { JobEvent } from './async-events.ts';
import { createAsyncJobs, type AsyncIo } from './async-jobs.ts';

afterEach(() => setLanguage(translate()));

/** A browser whose clock and server stand still until they are resumed. */
function browser(answers: readonly (readonly JobEvent[])[] = []) {
  const later: { readonly run: () => void; readonly afterMs: number }[] = [];
  const [asked, cancelled, warned, kept]: [(string | null)[], string[], string[], string[]] = [[], [], [], []];
  const rest = [...answers];
  const io: AsyncIo = {
    poll: async (lastId) => {
      asked.push(lastId);
      return rest.shift() ?? [];
    },
    cancel: async (job) => cancelled.push(job),
    connect: () => undefined,
    keep: (lastId) => void kept.push(lastId),
    warn: (text) => void warned.push(text),
    later: (run, afterMs) => void later.push({ run, afterMs }),
  };
  return {
    io,
    asked,
    cancelled,
    warned,
    kept,
    pass: async () => {
      later.shift()?.run();
      await new Promise((resolve) => setTimeout(resolve, 0));
    },
  };
}

const settings = { transport: 'polling', lastId: '3-0', pollMs: 500 } as const;
const event = (job: string, status: 'done' | 'error', errors: readonly unknown[] = []): JobEvent => ({
  id: '4-0',
  job_id: job,
  status,
  errors,
  result_url: status === 'done' ? `/api/v1/chart/data/${job}` : null,
});

test('[4.3-02] done gives the address of the result; the question carries the last id', async () => {
  const it = browser([[], [event('a', 'done')]]);
  const waiting = createAsyncJobs(it.io, settings).wait('a', new AbortController().signal);
  await it.pass();
  await it.pass();
  expect([await waiting, it.asked, it.kept]).toEqual(['/api/v1/chart/data/a', ['3-0', '3-0'], ['4-0']]);
});

test('[4.3-02] error fails the job with the errors of the event', async () => {
  const it = browser([
    [
      event('a', 'error', [
        { message: 'relation "x" does not exist', error_type: 'GENERIC_DB_ENGINE_ERROR', extra: { issue_codes: [] } },
      ]),
    ],
  ]);
  const waiting = createAsyncJobs(it.io, settings).wait('a', new AbortController().signal);
  const failure = waiting.catch((error: unknown) => error);
  await it.pass();
  expect(await failure).toMatchObject({
    name: 'ApiError',
    message: 'relation "x" does not exist',
    code: 'GENERIC_DB_ENGINE_ERROR',
  });
});

test('the errors of an event are said in the language of the page', async () => {
  setLanguage(translate({ locale: 'de', sentences: { 'Query was stopped.': 'Abfrage angehalten.' } }));
  const extra = { issue_codes: [], words: { id: 'Query was stopped.' } };
  const it = browser([[event('a', 'error', [{ message: 'Query was stopped.', error_type: 'X', extra }])]]);
  const failure = createAsyncJobs(it.io, settings)
    .wait('a', new AbortController().signal)
    .catch((error: unknown) => error);
  await it.pass();
  expect(await failure).toMatchObject({
    message: 'Abfrage angehalten.',
    errors: [{ message: 'Abfrage angehalten.', extra: { issue_codes: [] } }],
  });
});

test('[F45] a chart that asks something newer leaves its old job, which is stopped on the server', async () => {
  const it = browser([[event('old', 'done')]]);
  const jobs = createAsyncJobs(it.io, settings);
  const stop = new AbortController();
  const old = jobs.wait('old', stop.signal);
  stop.abort();
  await expect(old).rejects.toMatchObject({ name: 'AbortError' });
  expect(it.cancelled).toEqual(['old']);
  for (let step = 0; step < 8; step += 1) await it.pass();
  expect(it.warned).toEqual(['Nobody waits for the job old.']);
  await expect(jobs.wait('x', AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
});

test('a server that does not answer fails the charts after six questions', async () => {
  const it = browser();
  const failing = vi.fn<AsyncIo['poll']>(() => Promise.reject(new Error('gone')));
  const waiting = createAsyncJobs({ ...it.io, poll: failing }, settings).wait('a', new AbortController().signal);
  const failure = waiting.catch((error: unknown) => error);
  for (let step = 0; step < 6; step += 1) await it.pass();
  expect(await failure).toMatchObject({ message: 'Network error' });
  expect(failing).toHaveBeenCalledTimes(6);
});
