/** Lets so many questions out at a time; the others wait for a place in the order in which they came. */
export type Slots = {
  /** Run when there is a place. @throws DOMException AbortError when stopped while waiting */
  readonly run: <T>(signal: AbortSignal, work: () => Promise<T>) => Promise<T>;
};

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = [];
  let taken = 0;

  function enter(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const admit = (): void => {
        signal.removeEventListener('abort', leave);
        taken += 1;
        resolve();
      };
      const leave = (): void => {
        const at = waiting.indexOf(admit);
        if (at >= 0) waiting.splice(at, 1);
        reject(new DOMException('The chart was stopped.', 'AbortError'));
      };
      if (signal.aborted) return leave();
      if (taken < count) return admit();
      signal.addEventListener('abort', leave, { once: true });
      waiting.push(admit);
    });
  }

  return {
    run: async (signal, work) => {
      await enter(signal);
      try {
        return await work();
      } finally {
        taken -= 1;
        waiting.shift()?.();
      }
    },
  };
}

/**
 * How many questions of charts may be open at once. Over HTTP/1.1 a browser keeps six connections to a server: one of
 * them stays free, or nothing else of the page, not even how far its charts are, could be asked while they take long.
 * Later versions carry any number on one connection.
 *
 * @param protocol Of the page, as `PerformanceNavigationTiming.nextHopProtocol` says it: `http/1.1`, `h2`, `h3`
 */
export function maxOpen(protocol: string): number {
  return /^h[23]/.test(protocol) ? Number.POSITIVE_INFINITY : 5;
}
