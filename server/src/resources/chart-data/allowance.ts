import { LRUCache } from 'lru-cache';
import { AppError } from '@tessera/core/errors/app-error';

export type Allowance = {
  /** Work whose time is counted for whom it is done. @throws AppError too_many_requests once theirs is used up */
  readonly spend: <Result>(owner: string, work: () => Promise<Result>) => Promise<Result>;
};

/** So much time of the server in each window for everybody; what is under way when it ends is let through. */
export function createAllowance({
  mostMs,
  windowMs,
  now = () => performance.now(),
}: {
  readonly mostMs: number;
  readonly windowMs: number;
  readonly now?: () => number;
}): Allowance {
  const spent = new LRUCache<string, { ms: number; readonly until: number }>({ max: 10_000 });
  return {
    spend: async (owner, work) => {
      const begun = now();
      const known = spent.get(owner);
      const entry = known && known.until > begun ? known : { ms: 0, until: begun + windowMs };
      if (entry.ms >= mostMs)
        throw new AppError('too_many_requests', { seconds: Math.max(1, Math.ceil((entry.until - begun) / 1000)) });
      if (entry !== known) spent.set(owner, entry);
      return work().finally(() => (entry.ms += now() - begun));
    },
  };
}
