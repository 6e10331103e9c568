import { expect, test } from 'vitest';
import { ApiError } from '../../api/client.ts';
import { emptyEditor, editChart, type EditorAction, type EditorState } from '../../chart-editor/editor-store.ts';
import { readSavedChart } from './saved-chart.ts';
import { storeChart } from './store-chart.ts';

const saved = readSavedChart({ id: 4, slice_name: 'Late flights' });

/** A store of its own. */
function store() {
  const own: { state: EditorState; readonly dispatch: (action: EditorAction) => void } = {
    state: { ...emptyEditor, draft: { name: 'Mine', vizType: 'pie', form: { metric: 'count' } }, edited: true },
    dispatch: (action: EditorAction) => {
      own.state = editChart(own.state, action);
    },
  };
  return own;
}

test('[8.3-07] a failed save of a chart tells the store and is thrown on; the draft stays', async () => {
  const own = store();
  const refused = new ApiError({ status: 422, message: 'Too long', code: null, errors: [], requestId: null });
  await expect(storeChart(() => Promise.reject(refused), own.dispatch)).rejects.toBe(refused);
  expect(own.state).toMatchObject({
    saveProblem: 'Sorry, there was an error saving this chart: Too long',
    draft: { name: 'Mine', form: { metric: 'count' } },
    edited: true,
    saved: null,
  });
});

test('[8.3-07] the next save clears the failure', async () => {
  const own = store();
  own.dispatch({ type: 'save_failed', problem: 'Network error.' });
  expect(await storeChart(() => Promise.resolve({ saved }), own.dispatch)).toEqual({ saved });
  expect(own.state.saveProblem).toBeNull();
  own.dispatch({ type: 'save_failed', problem: 'Network error.' });
  own.dispatch({ type: 'saved', chart: saved, form: {} });
  expect(own.state.saveProblem).toBeNull();
});
