import type { QueryClient } from '@tanstack/react-query';
import { createBrowserIo } from './session/browser-io.ts';
import { createChartSession } from './session/create-session.ts';
import type { Shown } from './session/session-types.ts';
import { inputOf, type ChartInput } from './use-chart.ts';

/**
 * The answer of a chart that is on no page, by a session of its own.
 * @returns null when it fails, and when the signal ends it
 */
export function askOnce(client: QueryClient, input: ChartInput, signal: AbortSignal): Promise<Shown | null> {
  const session = createChartSession(createBrowserIo(client));
  return new Promise<Shown | null>((resolve) => {
    const look = (): void => {
      const { state, shown } = session.view();
      if (state.status === 'success' || state.status === 'rendered') resolve(shown);
      if (state.status === 'failed' || state.status === 'stopped') resolve(null);
    };
    signal.addEventListener('abort', () => resolve(null), { once: true });
    session.subscribe(look);
    session.update(inputOf({ ...input, enabled: !signal.aborted }));
    if (signal.aborted) resolve(null);
    look();
  }).finally(() => session.close());
}
