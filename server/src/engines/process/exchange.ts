import { alreadyGone, post, type EngineProcess, type Incoming } from './engine-process.ts';
import type { Failures } from './failures.ts';
import type { ProcessPool } from './process-pool.ts';
import type { DescribeRequest, ReadRequest } from './protocol.ts';

type Answered = Exclude<Incoming, { readonly type: 'failed' | 'gone' }>;

/** One short question to a process, and its answer. It is retried alone when its process ended with others in it. */
export function createExchange(pool: ProcessPool, failures: Failures, nextId: () => number) {
  async function askIn(
    entered: EngineProcess,
    ask: (id: number) => DescribeRequest | ReadRequest,
    isLastTry: boolean,
  ): Promise<Answered | null> {
    const id = nextId();
    const request = ask(id);
    try {
      const reply = await new Promise<Incoming>((resolve) => {
        entered.listeners.set(id, resolve);
        post(entered, request);
        if (!pool.isThere(entered)) resolve(alreadyGone);
      });
      if (reply.type === 'gone' && reply.inCompany && !isLastTry) return null;
      if (reply.type === 'failed' || reply.type === 'gone')
        throw failures.errorOf(entered, reply, request.type === 'describe' ? request.sql : request.written.sql);
      return reply;
    } finally {
      entered.listeners.delete(id);
      entered.asked.delete(id);
      pool.release(entered);
    }
  }

  return async (signal: AbortSignal, ask: (id: number) => DescribeRequest | ReadRequest): Promise<Answered> =>
    (await askIn(await pool.enter(signal), ask, false)) ?? retried(await pool.enterAlone(signal), ask);

  async function retried(alone: EngineProcess, ask: (id: number) => DescribeRequest | ReadRequest): Promise<Answered> {
    const reply = await askIn(alone, ask, true);
    if (reply === null) throw pool.unavailable();
    return reply;
  }
}
