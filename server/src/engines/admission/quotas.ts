import { AppError } from '@tessera/core/errors/app-error';
import { bindAll } from '../../bind-all.ts';
import type { Principal } from '../../principal.ts';
import type { Engine, RunOptions, RunResult } from '../engine.ts';
import { fairnessKeyOf } from './fairness-key.ts';

/** What one role may ask of databases; what is not named is not limited. */
export type Quota = { readonly queriesAtOnce?: number; readonly rowsPerDay?: number; readonly secondsPerDay?: number };

export type Quotas = {
  /** The account of a user; `null` where nothing limits them. */
  readonly accountOf: (principal: Principal) => Account | null;
};

/** What a user may still ask of databases. What is answered from memory costs nothing. */
export type Account = {
  /** @throws AppError quota_exceeded */
  readonly begin: (timeoutMs: number) => Promise<Begun>;
};
/** A query that runs on an account. */
export type Begun = {
  /** Rows came. */
  readonly read: (rows: number) => void;
  /** It is over, and this part of its time (from 0 to 1) was the user's. */
  readonly end: (share: number) => void;
};

/** The same engine on an account. @throws AppError quota_exceeded from its methods */
export function metered(engine: Engine, account: Account | null): Engine {
  if (account === null) return engine;
  const { write } = engine;
  const counted = async <T extends RunResult>({ timeoutMs }: RunOptions, work: () => Promise<T>): Promise<T> => {
    const begun = await account.begin(timeoutMs);
    try {
      const result = await work();
      begun.read(result.table.rowCount);
      return result;
    } finally {
      begun.end(1);
    }
  };
  return {
    ...engine,
    run: (query, options) => counted(options, () => engine.run(query, options)),
    ...(write && { write: (query, options) => counted(options, () => write(query, options)) }),
    stream: async function* stream(query, options) {
      const begun = await account.begin(options.timeoutMs);
      try {
        for await (const batch of engine.stream(query, options)) {
          begun.read(batch.table.rowCount);
          yield batch;
        }
      } finally {
        begun.end(1);
      }
    },
  };
}

/** What a user has on one server. */
export type UsageCounter = { readonly running: number; readonly rows: number; readonly ms: number };

/**
 * Tells what a user has on this server today, and answers what they have on all others.
 * `untilMs`: what runs counts no longer than that, should this server stop responding.
 */
export type UsageCounters = (account: string, day: number, own: UsageCounter, untilMs: number) => Promise<UsageCounter>;

/** One server by itself. */
export const nowhereElse: UsageCounters = async () => ({ running: 0, rows: 0, ms: 0 });

type Entry = { day: number; running: number; rows: number; ms: number };

const DAY_MS = 86_400_000;
const text = {
  queriesAtOnce: 'queries at once',
  rowsPerDay: 'rows a day',
  secondsPerDay: 'seconds of database time a day',
} as const;

type QuotaState = {
  readonly byRole: Readonly<Record<string, Quota>>;
  readonly now: () => number;
  readonly monotonicMs: () => number;
  readonly elsewhere: UsageCounters;
  readonly accounts: Map<string, Entry>;
  today: number;
};

/**
 * Limits by role name. Of several roles of a user the most generous counts; roles without a quota and admins set
 * none.
 * Accounts begin anew at midnight UTC.
 */
export function createQuotas({
  byRole,
  now,
  monotonicMs,
  elsewhere = nowhereElse,
}: {
  readonly byRole: Readonly<Record<string, Quota>>;
  /** What day it is. */ readonly now: () => number;
  /** How long a query ran. */ readonly monotonicMs: () => number;
  readonly elsewhere?: UsageCounters;
}): Quotas {
  const state: QuotaState = {
    byRole,
    now,
    monotonicMs,
    elsewhere,
    accounts: new Map<string, Entry>(),
    today: -1,
  };
  return bindAll(state, { accountOf });
}

function entryOf(state: QuotaState, principal: Principal): Entry {
  const day = Math.floor(state.now() / DAY_MS);
  // Yesterday's accounts matter only while something of them runs.
  if (day !== state.today)
    for (const [name, { running }] of state.accounts) if (running === 0) state.accounts.delete(name);
  state.today = day;
  const name = fairnessKeyOf(principal);
  const account = state.accounts.get(name) ?? { day, running: 0, rows: 0, ms: 0 };
  if (account.day !== day) Object.assign(account, { day, rows: 0, ms: 0 });
  state.accounts.set(name, account);
  return account;
}

async function admit(state: QuotaState, principal: Principal, quota: Quota, timeoutMs: number): Promise<Entry> {
  const account = entryOf(state, principal);
  const refuse = (what: keyof Quota, most: number, ms: number) =>
    new AppError('quota_exceeded', { what: text[what], most, seconds: Math.max(1, Math.ceil(ms / 1000)) });
  const untilTomorrow = DAY_MS - (state.now() % DAY_MS);
  // The place is taken before anybody is asked, so that two at once see each other.
  account.running += 1;
  const { running } = account;
  try {
    const others = await state.elsewhere(fairnessKeyOf(principal), account.day, account, state.now() + timeoutMs);
    if (quota.rowsPerDay !== undefined && account.rows + others.rows >= quota.rowsPerDay)
      throw refuse('rowsPerDay', quota.rowsPerDay, untilTomorrow);
    if (quota.secondsPerDay !== undefined && account.ms + others.ms >= quota.secondsPerDay * 1000)
      throw refuse('secondsPerDay', quota.secondsPerDay, untilTomorrow);
    if (quota.queriesAtOnce !== undefined && running + others.running > quota.queriesAtOnce)
      throw refuse('queriesAtOnce', quota.queriesAtOnce, 1000);
  } catch (error) {
    account.running -= 1;
    tell(state, principal, account);
    throw error;
  }
  return account;
}

/** Nobody waits for it: what is not heard now is reported with the next. */
function tell(state: QuotaState, principal: Principal, account: Entry): void {
  void state.elsewhere(fairnessKeyOf(principal), account.day, account, state.now() + DAY_MS);
}

function accountOf(state: QuotaState, principal: Principal): Account | null {
  const quota = quotaOf(principal, state.byRole);
  if (quota === null) return null;
  return {
    begin: async (timeoutMs) => {
      const account = await admit(state, principal, quota, timeoutMs);
      const began = state.monotonicMs();
      return {
        read: (rows) => void (account.rows += rows),
        end: (share) => {
          account.running -= 1;
          account.ms += (state.monotonicMs() - began) * share;
          tell(state, principal, account);
        },
      };
    },
  };
}

/** The most generous of the quotas that a user's roles have; `null` where none binds. */
function quotaOf(principal: Principal, byRole: Readonly<Record<string, Quota>>): Quota | null {
  if (principal.isAdmin) return null;
  const quotas = principal.roles.flatMap((role) => (Object.hasOwn(byRole, role) ? [byRole[role] ?? {}] : []));
  const [first, ...rest] = quotas;
  if (!first) return null;
  return rest.reduce(
    (most, other) => ({
      ...greater(most, other, 'queriesAtOnce'),
      ...greater(most, other, 'rowsPerDay'),
      ...greater(most, other, 'secondsPerDay'),
    }),
    first,
  );
}

function greater(left: Quota, right: Quota, name: keyof Quota): Quota {
  const [a, b] = [left[name], right[name]];
  return a === undefined || b === undefined ? {} : { [name]: Math.max(a, b) };
}
