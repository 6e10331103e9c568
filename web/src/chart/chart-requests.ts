import type { Stopped } from '@tessera/server/contract';
import { asWords, errorFromBody } from '../api/api-error.ts';
import { call, request } from '../api/client.ts';
import { limits } from '../api/limits.ts';
import { readLines } from '../api/lines.ts';
import { createBatchRequests, type BatchItem, type TellLine } from './batch-requests.ts';
import { sendAtOnce } from './chart-data.ts';
import { pageSlots } from './page-slots.ts';
import { chartSlots } from './queue.ts';

/** Where the questions of all charts of the page go out: those of one moment in one request. */
export const chartRequests = createBatchRequests({
  sendAlone: (question, signal) => chartSlots.run(signal, () => sendAtOnce(question, signal)),
  sendMany: (items, signal, tell) => chartSlots.run(signal, () => sendMany(items, signal, tell)),
  stop: async (asks) => {
    const { result } = await request<Stopped>('/chart/data/stop', {
      method: 'POST',
      csrf: false,
      body: { asks },
    });
    return result.stopped;
  },
  // A step of a brush is one moment, and goes out before anything is drawn: the server answers meanwhile.
  soon: (run) => (pageSlots.isPaced() ? queueMicrotask(run) : void setTimeout(run, 0)),
  now: () => performance.now(),
});

async function sendMany(items: readonly BatchItem[], signal: AbortSignal, tell: TellLine): Promise<void> {
  const response = await call('/api/v1/chart/data/batch', {
    method: 'POST',
    csrf: false,
    body: { requests: items },
    signal,
    timeoutMs: limits.timeoutMs,
  });
  const date = response.headers.get('Date');
  const requestId = response.headers.get('X-Request-Id');
  for await (const line of readLines(response)) {
    const { id, status, code, words, ...data } = line as BatchLine;
    if (status < 400) tell(id, { status, data, date });
    else tell(id, errorFromBody(status, data, requestId, { code: code ?? null, words: asWords(words) }));
  }
}

/** A line of the answer: what a request of its own would get, beside what its headers would say. */
type BatchLine = {
  readonly id: number;
  readonly status: number;
  readonly code?: string;
  readonly words?: unknown;
  readonly [key: string]: unknown;
};
