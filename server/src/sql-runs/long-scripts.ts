import { AppError } from '@tessera/core/errors/app-error';
import { fairnessKeyOf } from '../engines/admission/fairness-key.ts';
import { createSemaphore } from '../engines/admission/semaphore.ts';
import type { Principal } from '../principal.ts';
import { tickFor } from '../ticks.ts';

/** Characters of a script that waits for a slot. */
const LONG = 50_000;
/** Long scripts that are read at once, of one user one: read, one takes thirty times the memory of its text. */
const AT_ONCE = 2;
/** Long scripts of one user that are read or wait for it. */
const MOST_WAITING = 20;

const slots = createSemaphore(AT_ONCE, 1);
const own = new Map<string, number>();

/** Lets others go on between two parts of the work on a script, where it is long. */
export type Pause = () => Promise<void>;
const noPause: Pause = async () => undefined;

/**
 * Read a script, as templates made it, and decide about it; a long one waits for a slot of this process.
 * @throws AppError too_many_jobs, query_cancelled while it waits, and what the work throws
 */
export async function inSlot<T>(
  principal: Principal,
  text: string,
  signal: AbortSignal,
  work: (pause: Pause) => Promise<T>,
): Promise<T> {
  if (text.length <= LONG) return work(noPause);
  const user = fairnessKeyOf(principal);
  const waiting = own.get(user) ?? 0;
  if (waiting >= MOST_WAITING) throw new AppError('too_many_jobs', { most: MOST_WAITING });
  own.set(user, waiting + 1);
  try {
    const leave = await slots.enter(user, signal);
    try {
      return await work(() => tickFor(user));
    } finally {
      leave();
    }
  } finally {
    const rest = (own.get(user) ?? 1) - 1;
    if (rest > 0) own.set(user, rest);
    else own.delete(user);
  }
}
