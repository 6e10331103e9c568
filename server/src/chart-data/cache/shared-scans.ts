import { AppError } from '@tessera/core/errors/app-error';
import { consolidationKey } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import { bindAll } from '../../bind-all.ts';
import type { Engine, RunOptions } from '../../engines/engine.ts';
import { metered, type Account } from '../../engines/admission/quotas.ts';
import { run, type Work } from '../run/run.ts';
import { packBatches } from './scan-batches.ts';
import { runApart, type ScanQuery } from './scan-query.ts';
import { runSharedScan, type ScanCounters } from './shared-scan.ts';
import type { Run } from '../run/shared-runs.ts';

/** Queries of one request that are being made. */
export type Announcement = {
  /** One of them is where it will not be waited for: it runs, waits for another run, or is answered. */
  readonly arrive: () => void;
  /** All are answered. */
  readonly close: () => void;
};

export type SharedScans = {
  /** Queries on a dataset are being made: those that are ready wait for the rest, for a moment. */
  readonly announce: (datasetId: number, queries: number) => Announcement;
  /**
   * Run a query on an account, with others of its dataset in one scan where they come together: each pays for what is
   * its own.
   * @throws AppError as `run` does, quota_exceeded
   */
  readonly run: (work: Work, engine: Engine, account: Account | null, options: RunOptions) => Promise<Run>;
  readonly counters: Readonly<ScanCounters>;
};

/**
 * Long enough for the charts of one page that are announced, also in a process that makes its first queries: a scan
 * more costs longer than this. Mostly all have arrived within a tenth of it, and nobody waits any more.
 */
const LONGEST_WAIT_MS = 250;
/** A query that has arrived is with its crowd within this. */
const SETTLE_MS = 1;

type Crowd = { readonly datasetId: number; readonly members: ScanQuery[]; timer: NodeJS.Timeout };
type Announced = { readonly datasetId: number; readonly queries: number; open: number };

type State = {
  readonly longestWaitMs: number;
  readonly announced: Set<Announced>;
  readonly waiting: Map<string, Crowd>;
  readonly counters: ScanCounters;
};

/**
 * Gathers what is asked of one dataset at the same time. A request that is alone is not delayed.
 *
 * @param longestWaitMs Milliseconds that a query waits at most for others that are announced
 */
export function createSharedScans({ longestWaitMs = LONGEST_WAIT_MS } = {}): SharedScans {
  const state: State = { longestWaitMs, announced: new Set(), waiting: new Map(), counters: { scans: 0, queries: 0 } };
  return { ...bindAll(state, { announce, run: gather }), counters: state.counters };
}

function announce(state: State, datasetId: number, queries: number): Announcement {
  const own: Announced = { datasetId, queries, open: queries };
  state.announced.add(own);
  const settle = (): void => {
    if (openOf(state, datasetId) === 0) hurry(state, datasetId);
  };
  return {
    arrive: () => {
      own.open = Math.max(0, own.open - 1);
      settle();
    },
    close: () => {
      state.announced.delete(own);
      settle();
    },
  };
}

/** Queries on a dataset that are still being made. */
function openOf({ announced }: State, datasetId: number): number {
  let open = 0;
  for (const one of announced) if (one.datasetId === datasetId) open += one.open;
  return open;
}

/** Queries on a dataset that are not answered. */
function unansweredOf({ announced }: State, datasetId: number): number {
  let queries = 0;
  for (const one of announced) if (one.datasetId === datasetId) queries += one.queries;
  return queries;
}

/** Nobody else is on the way: the crowds of a dataset begin. */
function hurry(state: State, datasetId: number): void {
  for (const [key, crowd] of state.waiting) {
    if (crowd.datasetId !== datasetId) continue;
    clearTimeout(crowd.timer);
    crowd.timer = setTimeout(() => begin(state, key, crowd), SETTLE_MS);
  }
}

function begin(state: State, key: string, { members }: Crowd): void {
  state.waiting.delete(key);
  start(state, members).catch((error: unknown) => {
    for (const each of members) each.reject(error);
  });
}

async function start({ counters }: State, crowd: readonly ScanQuery[]): Promise<void> {
  const present = crowd.filter(({ options }) => !options.signal.aborted);
  for (const one of crowd) if (one.options.signal.aborted) one.reject(new AppError('query_cancelled', {}));
  for await (const { members, statement } of packBatches(present)) {
    if (statement === null) for (const one of members) runApart(one);
    else void runSharedScan(members, statement, counters);
  }
}

function gather(state: State, work: Work, engine: Engine, account: Account | null, options: RunOptions): Promise<Run> {
  const { dataset, plan } = work;
  const common =
    unansweredOf(state, dataset.id) > 1 && plan.query.limit !== null
      ? consolidationKey(plan.query, dialectOf(dataset.dialect))
      : null;
  if (common === null) return run(work, metered(engine, account), options);
  const key = JSON.stringify({
    version: dataset.versionKey,
    database: dataset.databaseId,
    zone: dataset.timeZone,
    common,
  });
  return new Promise((resolve, reject) => {
    const one = { work, engine, account, options, resolve, reject };
    const crowd = state.waiting.get(key);
    if (crowd) return void crowd.members.push(one);
    const begun: Crowd = {
      datasetId: dataset.id,
      members: [one],
      timer: setTimeout(
        () => begin(state, key, begun),
        openOf(state, dataset.id) === 0 ? SETTLE_MS : state.longestWaitMs,
      ),
    };
    state.waiting.set(key, begun);
  });
}
