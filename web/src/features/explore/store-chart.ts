import type { ExploreAction } from './explore-store.ts';
import { saveProblem, type SavedChart } from './saved-chart.ts';

/**
 * Write a chart; the store is notified when that fails, and whoever asked gets the error ([8.3-07]).
 *
 * @throws what `write` throws
 */
export async function storeChart<T extends { readonly saved: SavedChart }>(
  write: () => Promise<T>,
  dispatch: (action: ExploreAction) => void,
): Promise<T> {
  dispatch({ type: 'save_started' });
  try {
    return await write();
  } catch (error) {
    dispatch({ type: 'save_failed', problem: saveProblem(error) });
    throw error;
  }
}
