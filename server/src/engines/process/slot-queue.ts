import { AppError } from '@tessera/core/errors/app-error';

export type SlotQueue<Slot> = {
  /** A slot; waits in line while there is none. @throws AppError query_cancelled, and what `free` throws */
  readonly take: (signal: AbortSignal) => Promise<Slot>;
  /** Slots that became free go to those who wait longest, before anybody else can take them. */
  readonly callNext: () => void;
};

type Waiter<Slot> = { readonly give: (slot: Slot) => void; readonly refuse: (error: Error) => void };

/** @param free takes a slot, or tells that there is none with null; what it throws is reported to who asks */
export function createSlotQueue<Slot>(free: () => Slot | null): SlotQueue<Slot> {
  /** The longest first. */
  const waiters = new Set<Waiter<Slot>>();

  return {
    take: async (signal) => {
      if (signal.aborted) throw new AppError('query_cancelled', {});
      const slot = waiters.size === 0 ? free() : null;
      if (slot) return slot;
      return new Promise((resolve, reject) => {
        const leave = (): void => {
          waiters.delete(waiter);
          signal.removeEventListener('abort', cancel);
        };
        const cancel = (): void => waiter.refuse(new AppError('query_cancelled', {}));
        const waiter: Waiter<Slot> = {
          give: (given) => {
            leave();
            resolve(given);
          },
          refuse: (error) => {
            leave();
            reject(error);
          },
        };
        signal.addEventListener('abort', cancel, { once: true });
        waiters.add(waiter);
      });
    },

    callNext: () => {
      for (const waiter of waiters) {
        try {
          const slot = free();
          if (slot === null) return;
          waiter.give(slot);
        } catch (error) {
          waiter.refuse(error instanceof Error ? error : new Error(String(error)));
        }
      }
    },
  };
}
