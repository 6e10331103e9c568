import { useEffect, useRef } from 'react';
import { create } from 'zustand';

/** Whether the server answers. `returns` counts how often it came back, for whoever waits to ask again. */
type Reachability = { readonly isReachable: boolean; readonly returns: number };

export const useReachability = create<Reachability>(() => ({ isReachable: true, returns: 0 }));

/** Every call tells here how it went: an answer of any status is one. */
export function tellReached(isReachable: boolean): void {
  const state = useReachability.getState();
  if (state.isReachable === isReachable) return;
  useReachability.setState({ isReachable, returns: isReachable ? state.returns + 1 : state.returns });
}

/** Ask the server for a sign of life. A proxy's own page is none. */
export async function lookForServer(): Promise<void> {
  try {
    const response = await fetch('/health', { cache: 'no-store', signal: AbortSignal.timeout(4000) });
    if (response.ok) tellReached(true);
  } catch {
    tellReached(false);
  }
}

/** The server did not answer: whoever waits hears of its return, also when the next look finds it. */
export async function lookAfterFailure(): Promise<void> {
  tellReached(false);
  await lookForServer();
}

/** Run when the server answers again after it did not. */
export function useOnReturn(run: () => void): void {
  const returns = useReachability((state) => state.returns);
  const seen = useRef(returns);
  useEffect(() => {
    if (seen.current === returns) return;
    seen.current = returns;
    run();
  });
}
