import { datasourceKey } from '../../controls/fields.ts';
import { forgetDrafts } from './draft-store.ts';
import type { EditorState } from '../../chart-editor/editor-store.ts';
import { keepLasting, type Place } from './lasting-draft.ts';

/** Where the changes of what is open wait; null before it is known whose they are. */
export function placeOf(
  { chart, dataset }: Pick<EditorState, 'chart' | 'dataset'>,
  userId: number | null,
): Place | null {
  if (userId === null || !dataset) return null;
  return { userId, chartId: chart?.id ?? null, datasource: datasourceKey(dataset) };
}

/** What was changed and not saved is not wanted any more, in this tab and in this browser. */
export function forgetChanges(state: Pick<EditorState, 'address' | 'chart' | 'dataset'>, userId: number | null): void {
  forgetDrafts(state.address, state.chart?.id ?? null);
  const place = placeOf(state, userId);
  if (place) keepLasting(place, null);
}
