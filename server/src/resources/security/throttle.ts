import type { Attempts, Counter } from './attempts.ts';
import { networkOf } from './network.ts';

/** One attempt that may go ahead; it counts as failed until it is reported that it succeeded. */
export type Attempt = { readonly succeeded: () => Promise<void>; readonly failed: () => Promise<void> };

export type Throttle = {
  /** @returns the attempt, or the seconds to wait before the next one */
  readonly begin: (account: string, address: string) => Promise<Attempt | { readonly waitSeconds: number }>;
};

const MINUTE_MS = 60_000;

/**
 * Delays sign-ins that keep failing, never closes them.
 *
 * An account from one address waits soonest. An account over all addresses, and an address over all accounts, wait
 * later, more mildly and at most a minute, so that nobody can keep an owner or an office out; where an account has
 * signed in before, these two do not hold it up at all. A success clears what the account has from that address and
 * nothing else: valid sign-ins of one's own do not buy guesses at other accounts. Names that do not exist are counted
 * alike.
 */
export function createThrottle(attempts: Attempts): Throttle {
  return {
    begin: async (account, sender) => {
      const address = networkOf(sender);
      const pair: Counter = { key: `pair ${account} ${address}`, free: 5, factor: 2, maxWaitMs: 5 * MINUTE_MS };
      const wide: readonly Counter[] = [
        { key: `account ${account}`, free: 20, factor: 1.5, maxWaitMs: MINUTE_MS },
        // Users behind one address share it.
        { key: `address ${address}`, free: 30, factor: 1.2, maxWaitMs: MINUTE_MS / 2 },
      ];
      const isKnown = await attempts.remembers(pair.key);
      const waitMs = await attempts.begin(isKnown ? [pair] : [pair, ...wide]);
      if (waitMs > 0) return { waitSeconds: Math.ceil(waitMs / 1000) };
      return {
        succeeded: async () => {
          if (!isKnown) await attempts.undo(wide.map(({ key }) => key));
          await attempts.clear(pair.key);
          await attempts.remember(pair.key);
        },
        failed: async () => {
          if (isKnown) await attempts.add(wide);
        },
      };
    },
  };
}
