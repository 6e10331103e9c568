import { createEditorStore } from '../../chart-editor/editor-store.ts';

/** The chart that is open in Explore. */
export const useExplore = createEditorStore();
