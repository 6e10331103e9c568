import type { EditorAction } from '../../chart-editor/editor-store.ts';
import { saveProblem } from './saved-chart.ts';
import type { SavedChart } from '../../chart-editor/draft.ts';

/**
 * Write a chart; the store is notified when that fails, and whoever asked gets the error ([8.3-07]).
 *
 * @throws what `write` throws
 */
export async function storeChart<T extends { readonly saved: SavedChart }>(
  write: () => Promise<T>,
  dispatch: (action: EditorAction) => void,
): Promise<T> {
  dispatch({ type: 'save_started' });
  try {
    return await write();
  } catch (error) {
    dispatch({ type: 'save_failed', problem: saveProblem(error) });
    throw error;
  }
}
