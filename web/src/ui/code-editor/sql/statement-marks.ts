import { foldService, foldGutter } from '@codemirror/language';
import { RangeSet, RangeSetBuilder, type EditorState, type Extension } from '@codemirror/state';
import {
  Decoration,
  type EditorView,
  gutter,
  GutterMarker,
  ViewPlugin,
  type DecorationSet,
  type ViewUpdate,
} from '@codemirror/view';
import { t } from '@tessera/core/messages';
import { foldAt } from '@tessera/query/sql-assist/folds';
import { statementAt, statementsIn, type StatementSpan } from '@tessera/query/sql-assist/script';
import type { SqlContext } from './sql-context.ts';

class RunMarker extends GutterMarker {
  override eq(): boolean {
    return true;
  }
  override toDOM(): Node {
    const mark = document.createElement('span');
    mark.className = 'cm-run-mark';
    mark.title = t('Run this statement');
    return mark;
  }
}

const runMarker = new RunMarker();

/** A mark beside the first line of each statement that runs it, and a tint behind the one that the cursor means. */
export function statementMarks(
  context: SqlContext,
  run: (state: EditorState, statement: StatementSpan) => void,
): Extension {
  return [
    gutter({
      class: 'cm-run-gutter',
      renderEmptyElements: false,
      initialSpacer: () => runMarker,
      lineMarker: (view, line) => (beginsIn(view.state, line, context) ? runMarker : null),
      lineMarkerChange: ({ docChanged }) => docChanged,
      domEventHandlers: {
        mousedown: (view, line) => {
          const statement = beginsIn(view.state, line, context);
          if (statement) run(view.state, statement);
          return statement !== undefined;
        },
      },
    }),
    currentStatement(context),
    foldGutter({ openText: '⌄', closedText: '›' }),
    foldService.of((state, from, to) => foldAt(context.script(state), { from, to })),
  ];
}

function beginsIn(
  state: EditorState,
  line: { readonly from: number; readonly to: number },
  context: SqlContext,
): StatementSpan | undefined {
  return statementsIn(context.script(state), line).find(({ from }) => line.from <= from && from <= line.to);
}

const currentLine = Decoration.line({ class: 'cm-current-statement' });

/** Lines of the statement that runs on a key, where there are several. */
function currentStatement(context: SqlContext): Extension {
  const linesOf = (view: EditorView): DecorationSet => {
    const script = context.script(view.state);
    if (script.fragments.length < 2) return RangeSet.empty;
    const statement = statementAt(script, view.state.selection.main.head);
    const builder = new RangeSetBuilder<Decoration>();
    if (statement) {
      const from = Math.max(statement.from, view.viewport.from);
      const to = Math.min(statement.to, view.viewport.to);
      for (let at = from; at <= to;) {
        const line = view.state.doc.lineAt(at);
        builder.add(line.from, line.from, currentLine);
        at = line.to + 1;
      }
    }
    return builder.finish();
  };
  return ViewPlugin.fromClass(
    class {
      decorations: DecorationSet;
      constructor(view: EditorView) {
        this.decorations = linesOf(view);
      }
      update(update: ViewUpdate) {
        if (update.docChanged || update.selectionSet || update.viewportChanged) this.decorations = linesOf(update.view);
      }
    },
    { decorations: (plugin) => plugin.decorations },
  );
}
