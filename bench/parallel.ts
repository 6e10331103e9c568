import { fork } from 'node:child_process';
import { Agent } from 'node:http';
import { join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { post, quantile, type Target } from './load.ts';
import { proportionalMemory } from './memory.ts';
import type { Figure } from './table.ts';

const ROWS = 100_000;
const RESULTS = 20;
const ASK_EVERY_MS = 5;

/**
 * Twenty results of 100 000 rows and seven columns at once, each another one, and how the server answers others
 * meanwhile: `/health`, asked all the time by a process of its own. The time in which that process was ready to take
 * the answer but had no core is none of the server's: it is taken off, and the figure with it stands in the note.
 *
 * @param target  Any request for the events dataset; its headers are used.
 */
export async function measureParallel(target: Target, datasource: object, pid: number): Promise<readonly Figure[]> {
  const columns = ['ts', 'country', 'device', 'campaign', 'user_id', 'revenue', 'qty'];
  const bodyOf = (n: number) =>
    JSON.stringify({
      datasource,
      force: true,
      queries: [{ columns, row_limit: ROWS - n }],
      result_format: 'json',
      result_type: 'full',
    });
  // The engine's process and its memory are there before anything is measured.
  const warming = new Agent();
  await post({ ...target, body: bodyOf(RESULTS) }, warming);
  warming.destroy();
  const before = proportionalMemory(pid);
  let most = before;
  const health = askHealth(new URL('/health', target.url));
  const looking = setInterval(() => (most = Math.max(most, proportionalMemory(pid))), 250);
  const agent = new Agent({ keepAlive: true, maxSockets: RESULTS });
  try {
    const began = performance.now();
    const times = await Promise.all(
      Array.from({ length: RESULTS }, (_, n) => post({ ...target, body: bodyOf(n) }, agent)),
    );
    const took = (performance.now() - began) / 1000;
    const waits = await health.end();
    return [
      {
        work: '20 results of 100 000 rows at once: all answered',
        ours: took,
        unit: 's',
        bar: '',
        peer: '',
        note: `median of one ${(quantile(times, 0.5) / 1000).toFixed(1)} s`,
      },
      healthFigure(waits),
      { work: '  memory meanwhile, above that after one', ours: most - before, unit: 'MB', bar: '< 300 MB', peer: '' },
    ];
  } finally {
    clearInterval(looking);
    agent.destroy();
    health.stop();
  }
}

/** How long one answer took, and how much of that the asking process waited for a core, both in milliseconds. */
type Wait = { readonly ms: number; readonly ownMs: number };

function healthFigure(waits: readonly Wait[]): Figure {
  const server = waits.map(({ ms, ownMs }) => Math.max(0, ms - ownMs));
  const seen = Math.max(...waits.map(({ ms }) => ms));
  const note =
    `p50 ${quantile(server, 0.5).toFixed(1)}, p99 ${quantile(server, 0.99).toFixed(1)} ms of ${waits.length}; ` +
    `${seen.toFixed(0)} ms with the asking process's own wait for a core`;
  return {
    work: '  /health meanwhile: longest',
    ours: Math.max(...server),
    unit: 'ms',
    bar: '< 100 ms',
    peer: '',
    note,
  };
}

type Health = {
  /** Asks no more. @returns the wait for each answer @throws Error when one did not come */
  readonly end: () => Promise<readonly Wait[]>;
  readonly stop: () => void;
};

/** Ask for the health all the time, until the end or the stop. */
function askHealth(url: URL): Health {
  const waiter = fork(join(process.cwd(), 'bench/health-probe.mjs'), [url.href, String(ASK_EVERY_MS)]);
  const waits = new Promise<readonly Wait[]>((resolve, reject) => {
    waiter.once('message', (message) => resolve(message as readonly Wait[]));
    waiter.once('error', reject);
    waiter.once('exit', () => reject(new Error('The health was not answered.')));
  });
  // An answer that did not come shows at the end.
  waits.catch(() => undefined);
  return {
    end: () => {
      waiter.send('over');
      return waits;
    },
    stop: () => void waiter.kill(),
  };
}
