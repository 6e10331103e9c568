import { AppError } from '@tessera/core/errors/app-error';
import type { Attempts } from './attempts.ts';

/**
 * Questions of which each answer tells a little: whether a password is right, or a name is taken that one may not see.
 */
export type Guesses = {
  /** @param isRefused  looks, and tells whether the guess failed @throws AppError too_many_requests before it looks */
  readonly make: (what: string, userId: number | null, isRefused: () => Promise<boolean>) => Promise<boolean>;
};

/** After twenty that failed each further one waits longer, up to five minutes. */
const rule = { free: 20, factor: 1.5, maxWaitMs: 5 * 60_000 };

/** Failed guesses of each user, counted like failed sign-ins. */
export function createGuesses(attempts: Attempts): Guesses {
  return {
    make: async (what, userId, isRefused) => {
      const key = `guess ${what} ${userId ?? ''}`;
      const waitMs = await attempts.begin([{ key, ...rule }]);
      if (waitMs > 0) throw new AppError('too_many_requests', { seconds: Math.ceil(waitMs / 1000) });
      const refused = await isRefused();
      if (!refused) await attempts.undo([key]);
      return refused;
    },
  };
}
