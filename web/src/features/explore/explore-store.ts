import { createElement, type ReactNode } from 'react';
import { EditorContext } from '../../chart-editor/editor-context.ts';
import { createEditorStore } from '../../chart-editor/editor-store.ts';

/** The chart that is open in Explore. */
export const useExplore = createEditorStore();

/** Parts of the chart editor inside edit the chart that is open. */
export function ExploreEditor({ children }: { readonly children: ReactNode }) {
  return createElement(EditorContext, { value: useExplore }, children);
}
