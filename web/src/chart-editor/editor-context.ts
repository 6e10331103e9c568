import { createContext, use } from 'react';
import type { EditorState, EditorStore } from './editor-store.ts';

/** The chart that the parts of a page edit; each page that edits charts gives its own. */
export const EditorContext = createContext<EditorStore | null>(null);

export function useEditorStore(): EditorStore {
  const store = use(EditorContext);
  if (store === null) throw new RangeError('no chart is edited here');
  return store;
}

/** A part of the state of the chart that is edited. */
export function useEditor<T>(
  select: (state: EditorState & Pick<ReturnType<EditorStore['getState']>, 'dispatch'>) => T,
): T {
  return useEditorStore()(select);
}
