import { RangeSetBuilder, type Extension } from '@codemirror/state';
import { Decoration, ViewPlugin, type DecorationSet, type EditorView, type ViewUpdate } from '@codemirror/view';
import { templateTags } from '../template-tags.ts';

const marks = {
  code: Decoration.mark({ class: 'cm-template' }),
  comment: Decoration.mark({ class: 'cm-template cm-template-comment' }),
};
/** A tag that begins above what is seen is looked for so far. */
const MARGIN = 2000;

/** Tags of templates look like tags; only what is on screen is read. */
export const templateMarks: Extension = ViewPlugin.fromClass(
  class {
    decorations: DecorationSet;
    constructor(view: EditorView) {
      this.decorations = tagsOf(view);
    }
    update(update: ViewUpdate) {
      if (update.docChanged || update.viewportChanged) this.decorations = tagsOf(update.view);
    }
  },
  { decorations: (plugin) => plugin.decorations },
);

function tagsOf({ viewport, state }: EditorView): DecorationSet {
  const begin = Math.max(0, viewport.from - MARGIN);
  const builder = new RangeSetBuilder<Decoration>();
  for (const { from, to, kind } of templateTags(state.sliceDoc(begin, viewport.to)))
    builder.add(begin + from, begin + to, marks[kind]);
  return builder.finish();
}
