import type { Engine } from '../engines/engine.ts';

/** An engine whose queries wait until they are let through, and which counts those that are cancelled. */
export function blockedEngine(engine: Engine) {
  const state = { open: (): void => undefined, cancelled: 0 };
  const semaphore = new Promise<void>((resolve) => {
    state.open = resolve;
  });
  const wrapped: Engine = {
    ...engine,
    run: async (query, options) => {
      options.signal.addEventListener('abort', () => (state.cancelled += 1));
      await semaphore;
      return engine.run(query, options);
    },
  };
  return { state, wrapped };
}
