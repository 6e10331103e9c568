import { AppError } from '@tessera/core/errors/app-error';
import { tableOf, type Table } from '@tessera/core/table';
import { createResults, type Freshness, type Results } from '../chart-data/cache/results.ts';
import { type Run } from '../chart-data/run/shared-runs.ts';
import { redisLinks } from './engines/redis-links.ts';
import { createBox } from '../sharing/box.ts';
import type { RedisLink } from '../sharing/redis-link.ts';
import { createRedisRuns, type RedisRuns } from '../sharing/redis-runs.ts';

export const key = new Uint8Array(32).fill(7);
export type Server = {
  readonly results: Results;
  readonly shared: RedisRuns;
  readonly link: RedisLink;
  readonly ran: string[];
};

/** A busy machine signs in time all the same. */
export const times = { leaseMs: 1000, signMs: 100 };

type Settings = {
  readonly maxBytes?: number;
  readonly sharedBytes?: number;
  readonly secret?: Uint8Array<ArrayBuffer>;
  readonly now?: () => number;
  readonly monotonicMs?: () => number;
  readonly answerMs?: number;
};

/**
 * One Redis for the tests of a file, and servers that share it. Each file calls it: files of a process share what they
 * import, and what a module has run before the tests of one file is not run for the next.
 */
export function resultServers() {
  const links = redisLinks();
  /** A server of an installation; several of one name share. */
  const serverOf = async (
    installation: string,
    {
      maxBytes = 10_000_000,
      sharedBytes = 10_000_000,
      secret = key,
      now = () => Date.now(),
      monotonicMs = now,
      answerMs = 10_000,
    }: Settings = {},
  ): Promise<Server> => {
    const link = await links.linkOf(installation, { answerMs });
    const shared = createRedisRuns({ link, box: createBox(secret), maxBytes: sharedBytes, now, times });
    return { results: createResults({ maxBytes, now, monotonicMs, shared }), shared, link, ran: [] };
  };
  return { ...links, serverOf };
}

export const fresh: Freshness = { maxAgeMs: 600_000, staleMs: 0, force: false };
export const patient = () => new AbortController().signal;
export const tableWith = (text: string, rows = 1): Table =>
  tableOf([
    { name: 'text', kind: 'string', values: Array.from({ length: rows }, () => text) },
    { name: 'n', kind: 'numeric', values: new Float64Array(rows).fill(1.5) },
    {
      name: 'big',
      kind: 'numeric',
      values: Array.from({ length: rows }, (_, row) => (row % 2 === 0 ? 9_007_199_254_740_993n : null)),
    },
    { name: 'nested', kind: 'string', values: Array.from({ length: rows }, () => ({ a: [1, null, 'x'] })) },
  ]);
export const runOf = (text: string, rows = 1): Run => ({ table: tableWith(text, rows), truncated: false });
export const textIn = ({ result }: { readonly result: Run }): unknown => result.table.columns.get('text')?.values[0];

/** Work that goes on until it is let go; it tells when it was stopped. */
export function work() {
  const state = { begun: 0, stopped: 0, finish: (_: Run): void => undefined, fail: (_: Error): void => undefined };
  const run = (signal: AbortSignal): Promise<Run> => {
    state.begun += 1;
    return new Promise((resolve, reject) => {
      state.finish = resolve;
      state.fail = reject;
      signal.addEventListener('abort', () => {
        state.stopped += 1;
        reject(new AppError('query_cancelled', {}));
      });
    });
  };
  return { state, run };
}
