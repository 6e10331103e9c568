export type LoopTicks = () => Promise<void>;

/**
 * Heavy steps, each in a tick of the event loop of its own: what comes in between is everybody else's. Steps that are
 * only resolved promises apart would be one, however many queries they are of.
 */
export function createLoopTicks(): LoopTicks {
  let last = Promise.resolve();
  return () => (last = last.then(() => new Promise<void>((resolve) => void setImmediate(resolve))));
}
