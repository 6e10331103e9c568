import { setImmediate } from 'node:timers/promises';
import { AppError } from '@tessera/core/errors/app-error';
import type { Table } from '@tessera/core/table';
import { consolidate, consolidationKey, type Consolidated } from '@tessera/query/consolidation/consolidate';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { Engine, RunOptions } from '../engines/engine.ts';
import { metered, type Account } from '../engines/quotas.ts';
import type { Run } from './shared-runs.ts';
import { readTable, run, type Work } from './run.ts';

export type Together = {
  /** Queries on a dataset are being made; call what comes back when they are answered. */
  readonly announce: (datasetId: number, queries: number) => () => void;
  /**
   * Run a query on an account, with others of its dataset in one scan where they come together: each pays for what is
   * its own.
   * @throws AppError as `run` does, quota_exceeded
   */
  readonly run: (work: Work, engine: Engine, account: Account | null, options: RunOptions) => Promise<Run>;
  readonly counters: Readonly<Counters>;
};

type Counters = { scans: number; queries: number };

type Waiting = {
  readonly work: Work;
  readonly engine: Engine;
  readonly account: Account | null;
  readonly options: RunOptions;
  readonly resolve: (run: Run | Promise<Run>) => void;
  readonly reject: (error: unknown) => void;
};

/** Long enough for the charts of one page, too short to be felt. */
const TICK_MS = 4;
/** Rows of one shared scan at most, by the limits of its queries. */
const MOST_ROWS = 500_000;

/** Packs that a query is tried with. */
const OPEN_PACKS = 4;

/** Gathers what is asked of one dataset at the same time. A request that is alone is not held up. */
export function createTogether(): Together {
  const announced = new Map<number, number>();
  const waiting = new Map<string, Waiting[]>();
  const counters = { scans: 0, queries: 0 };

  async function start(crowd: readonly Waiting[]): Promise<void> {
    const present = crowd.filter(({ options }) => !options.signal.aborted);
    for (const one of crowd) if (one.options.signal.aborted) one.reject(new AppError('query_cancelled', {}));
    for await (const { members, statement } of packed(present)) {
      if (statement === null) for (const one of members) runApart(one);
      else void share(members, statement, counters);
    }
  }

  return {
    announce: (datasetId, queries) => {
      announced.set(datasetId, (announced.get(datasetId) ?? 0) + queries);
      return () => {
        const left = (announced.get(datasetId) ?? 0) - queries;
        if (left > 0) announced.set(datasetId, left);
        else announced.delete(datasetId);
      };
    },

    run: (work, engine, account, options) => {
      const { dataset, plan } = work;
      const common =
        (announced.get(dataset.id) ?? 0) > 1 && plan.query.limit !== null
          ? consolidationKey(plan.query, dialectOf(dataset.dialect))
          : null;
      if (common === null) return run(work, metered(engine, account), options);
      const key = JSON.stringify([dataset.versionKey, dataset.databaseId, dataset.timeZone, common]);
      return new Promise((resolve, reject) => {
        const one = { work, engine, account, options, resolve, reject };
        const crowd = waiting.get(key);
        if (crowd) {
          crowd.push(one);
          return;
        }
        const begun = [one];
        waiting.set(key, begun);
        setTimeout(() => {
          waiting.delete(key);
          start(begun).catch((error: unknown) => {
            for (const each of begun) each.reject(error);
          });
        }, TICK_MS);
      });
    },

    counters,
  };
}

type Pack = { readonly members: readonly Waiting[]; readonly statement: Consolidated | null };

/**
 * Few statements within the bounds of one: each query goes to one of the last packs, or begins another. A crowd may
 * be of
 * hundreds, and every try prints all of a pack: others have their turn in between.
 */
async function* packed(crowd: readonly Waiting[]): AsyncGenerator<Pack, void> {
  // Mostly one will do, and putting a statement together takes its time.
  const whole = crowd.length < 2 ? null : consolidated(crowd);
  if (whole) return yield { members: crowd, statement: whole };
  const open: Pack[] = [];
  for (const one of crowd) {
    let joined = false;
    for (const [at, { members: present }] of open.entries()) {
      const members = [...present, one];
      const statement = consolidated(members);
      await setImmediate();
      joined = statement !== null;
      if (!joined) continue;
      open[at] = { members, statement };
      break;
    }
    if (joined) continue;
    open.push(alone(one));
    if (open.length > OPEN_PACKS) yield* open.splice(0, 1);
  }
  yield* open;
}

function alone(one: Waiting): Pack {
  return { members: [one], statement: null };
}

/**
 * One statement for all, if they fit into one. A query that cannot be printed fails when it runs by itself, and only
 * there.
 */
function consolidated(members: readonly Waiting[]): Consolidated | null {
  const [first] = members;
  if (!first || rowsOf(members) > MOST_ROWS) return null;
  try {
    return consolidate(
      members.map(({ work }) => work.plan.query),
      dialectOf(first.work.dataset.dialect),
    );
  } catch (error) {
    if (error instanceof AppError) return null;
    throw error;
  }
}

/** The rows that queries may bring at most. */
function rowsOf(members: readonly Waiting[]): number {
  return members.reduce((sum, { work }) => sum + (work.plan.query.limit ?? 0), 0);
}

function runApart({ work, engine, account, options, resolve }: Waiting): void {
  resolve(run(work, metered(engine, account), options));
}

/** Run for all; it is cancelled when the last one has left. What the database refuses, each asks for by itself. */
async function share(crowd: readonly Waiting[], planned: Consolidated, counters: Counters): Promise<void> {
  const everybodyLeft = new AbortController();
  const left = new Set<Waiting>();
  let members = crowd;
  const stopIfLeft = () => (members.every((one) => left.has(one)) ? everybodyLeft.abort() : undefined);
  const leaving = crowd.map((one) => {
    const leave = () => {
      one.reject(new AppError('query_cancelled', {}));
      left.add(one);
      stopIfLeft();
    };
    one.options.signal.addEventListener('abort', leave, { once: true });
    if (one.options.signal.aborted) leave();
    return () => one.options.signal.removeEventListener('abort', leave);
  });
  const apart = () => members.filter((one) => !left.has(one)).forEach(runApart);
  try {
    let tables: readonly Table[] = [];
    const bill = await openBill(crowd);
    try {
      ({ members } = bill);
      stopIfLeft();
      const [first] = members;
      const statement = members.length === crowd.length ? planned : members.length > 1 ? consolidated(members) : null;
      if (first && statement) {
        counters.scans += 1;
        counters.queries += members.length;
        const { table, truncated } = await first.engine.run(statement, {
          ...first.options,
          signal: everybodyLeft.signal,
          maxRows: rowsOf(members),
          askers: () => members.flatMap(({ options }) => options.askers?.() ?? []),
        });
        if (!truncated) tables = statement.split(table);
      }
    } finally {
      bill.settle(tables);
    }
    if (tables.length === 0) return apart();
    members.forEach(({ work, resolve, reject }, index) => {
      const own = tables[index];
      if (own) resolve({ table: readTable(work, own), truncated: false });
      else reject(new Error('A shared scan lost one of its queries.'));
    });
  } catch (error) {
    if (
      error instanceof AppError &&
      /^(database_error|source_|statement_|result_too_large|engine_memory)/.test(error.code)
    )
      return apart();
    for (const one of members) one.reject(error);
  } finally {
    for (const stop of leaving) stop();
  }
}

type Bill = {
  readonly members: readonly Waiting[];
  /** Each person pays for the rows of their own queries, and for the part of the time that these are of all. */ readonly settle: (
    tables: readonly Table[],
  ) => void;
};

/**
 * Begin a shared scan on the account of every person who asked for it. Who has nothing left hears so, and is no member.
 */
async function openBill(crowd: readonly Waiting[]): Promise<Bill> {
  const persons = await Promise.all(
    [...new Set(crowd.map(({ options }) => options.turn))].map(async (turn) => {
      const own = crowd.filter(({ options }) => options.turn === turn);
      try {
        const [first] = own;
        return { own, begun: await first?.account?.begin(first.options.timeoutMs) };
      } catch (error) {
        for (const one of own) one.reject(error);
        return { own: [], begun: undefined };
      }
    }),
  );
  const members = crowd.filter((one) => persons.some(({ own }) => own.includes(one)));
  return {
    members,
    settle: (tables) => {
      const rowCountOf = (one: Waiting) => tables[members.indexOf(one)]?.rowCount ?? 0;
      for (const { own, begun } of persons) {
        begun?.read(own.reduce((sum, one) => sum + rowCountOf(one), 0));
        begun?.end(own.length / members.length);
      }
    },
  };
}
