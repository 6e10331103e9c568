import {
  acceptCompletion,
  closeBrackets,
  closeBracketsKeymap,
  closeCompletion,
  completionKeymap,
} from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching, foldKeymap, indentOnInput } from '@codemirror/language';
import { lintGutter, lintKeymap } from '@codemirror/lint';
import { highlightSelectionMatches, search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorSelection, EditorState, type Extension } from '@codemirror/state';
import {
  crosshairCursor,
  drawSelection,
  dropCursor,
  EditorView,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
  rectangularSelection,
  scrollPastEnd,
} from '@codemirror/view';
import { statementAt, type StatementSpan } from '@tessera/query/sql-assist/script';
import { partOf } from '@tessera/query/sql-assist/script-part';
import { baseExtensions, isTypedElsewhere, keepEscape } from '../base.ts';
import { sqlCompletion } from './completion-source.ts';
import { textFaults } from './faults-client.ts';
import { sqlHover } from './hover.ts';
import { mendState, offerMends } from './mend-list.ts';
import { problemsOf } from './problems.ts';
import { sqlSignature } from './signature-tooltip.ts';
import { createSqlContext, type SqlContext } from './sql-context.ts';
import type { Cursor, SqlEditorHandle, SqlEditorProps } from './sql-editor-props.ts';
import { statementMarks } from './statement-marks.ts';
import { templateMarks } from './template-marks.ts';

/** What the editor was given last. */
export type Latest = { current: SqlEditorProps };
export type Session = { readonly view: EditorView; readonly latest: Latest; readonly parts: Parts };
export type Parts = Record<'language' | 'keys' | 'settings' | 'lines', Compartment>;
type Left = { readonly state: EditorState; readonly latest: Latest; readonly parts: Parts; readonly scroll: number };

/** Texts that were on screen before, with their undo; the one that was left longest ago gives way. */
const left = new Map<string, Left>();
const MAX_LEFT = 20;

/** Put a text on screen, with the undo that it had when it was here before. */
export function openSession(parent: HTMLElement, props: SqlEditorProps): Session {
  const before = left.get(props.id);
  left.delete(props.id);
  // A history of another text would bring that text back.
  const isSame = before?.state.doc.toString() === props.value;
  if (before && isSame) {
    before.latest.current = props;
    const view = new EditorView({ parent, state: before.state });
    view.requestMeasure({ read: () => null, write: () => void (view.scrollDOM.scrollTop = before.scroll) });
    return begin({ view, latest: before.latest, parts: before.parts }, props);
  }
  const latest = { current: props };
  const part = () => new Compartment();
  const parts = { language: part(), keys: part(), settings: part(), lines: part() };
  const { anchor, head } = props.openAt();
  const inside = (at: number) => Math.min(at, props.value.length);
  const state = EditorState.create({
    doc: props.value,
    selection: { anchor: inside(anchor), head: inside(head) },
    extensions: extensionsOf(latest, parts),
  });
  const view = new EditorView({ parent, state, scrollTo: EditorView.scrollIntoView(inside(head), { y: 'center' }) });
  return begin({ view, latest, parts }, props);
}

function begin(session: Session, { takesFocus }: SqlEditorProps): Session {
  if (takesFocus() && !isTypedElsewhere(session.view.dom)) session.view.focus();
  return session;
}

export function leaveSession(id: string, { view, latest, parts }: Session): void {
  left.set(id, { state: view.state, latest, parts, scroll: view.scrollDOM.scrollTop });
  for (const old of [...left.keys()].slice(0, Math.max(0, left.size - MAX_LEFT))) left.delete(old);
  view.destroy();
}

function extensionsOf(latest: Latest, parts: Parts): Extension {
  const engine = () => latest.current.engine;
  const context = createSqlContext(engine, () => latest.current.catalog);
  const runSpan = (state: EditorState, statement: StatementSpan) =>
    latest.current.onRun(partOf(context.script(state), statement));
  return [
    parts.keys.of([]),
    baseExtensions(),
    lintGutter(),
    statementMarks(context, runSpan),
    lineNumbers(),
    highlightActiveLineGutter(),
    history(),
    drawSelection(),
    dropCursor(),
    EditorState.allowMultipleSelections.of(true),
    rectangularSelection(),
    crosshairCursor(),
    // The last line comes to the top of its pane, however low that is, and never leaves it.
    scrollPastEnd(),
    indentOnInput(),
    bracketMatching(),
    closeBrackets(),
    highlightSelectionMatches({ highlightWordAroundCursor: true }),
    search({ top: true }),
    problemsOf,
    mendState,
    sqlCompletion(context),
    sqlSignature(context),
    sqlHover(context),
    templateMarks,
    textFaults(context, engine),
    parts.language.of([]),
    parts.settings.of([]),
    parts.lines.of([]),
    keysOf(latest, context),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange(update.state.doc.toString());
      if (update.docChanged || update.selectionSet) latest.current.onCursor(cursorOf(update.view));
      keepEscape(update.view);
    }),
  ];
}

/** Keys of the text. */
function keysOf(latest: Latest, context: SqlContext): Extension {
  const runStatement = (view: EditorView) => {
    const { main } = view.state.selection;
    const script = context.script(view.state);
    const statement = statementAt(script, main.head);
    const selected = { sql: view.state.sliceDoc(main.from, main.to), at: main.from };
    const part = main.empty ? statement && partOf(script, statement) : selected;
    // What is offered would lie over the result.
    closeCompletion(view);
    latest.current.onRun(part);
    return true;
  };
  const runAll = (view: EditorView) => {
    closeCompletion(view);
    latest.current.onRun(null);
    return true;
  };
  return keymap.of([
    { key: 'Mod-Enter', run: runStatement },
    { key: 'Mod-Shift-Enter', run: runAll },
    { key: 'Shift-Alt-f', run: () => (latest.current.onFormat(), true) },
    { key: 'Mod-.', run: offerMends },
    { key: 'Tab', run: acceptCompletion },
    ...closeBracketsKeymap,
    ...completionKeymap,
    ...searchKeymap,
    ...historyKeymap,
    ...foldKeymap,
    ...lintKeymap,
    ...defaultKeymap,
    indentWithTab,
  ]);
}

function cursorOf({ state }: EditorView): Cursor {
  const { head, from, to, empty } = state.selection.main;
  const line = state.doc.lineAt(head);
  const selected = empty ? null : state.sliceDoc(from, to);
  return { at: head, from, to, row: line.number - 1, column: head - line.from, selected };
}

/** Another text from outside: only what differs is changed, so that cursor and undo stay. */
export function replaceText(view: EditorView, text: string, cursor?: number): void {
  const before = view.state.doc.toString();
  if (before === text) return;
  let from = 0;
  while (from < before.length && before[from] === text[from]) from += 1;
  let end = 0;
  const most = Math.min(before.length, text.length) - from;
  while (end < most && before.at(-1 - end) === text.at(-1 - end)) end += 1;
  view.dispatch({
    changes: { from, to: before.length - end, insert: text.slice(from, text.length - end) },
    ...(cursor === undefined ? {} : { selection: { anchor: Math.min(cursor, text.length) }, scrollIntoView: true }),
  });
}

export function handleOf(view: EditorView | null): SqlEditorHandle {
  return {
    focus: () => view?.focus(),
    insert: (text) => {
      if (!view) return;
      view.dispatch({ ...view.state.replaceSelection(text), userEvent: 'input', scrollIntoView: true });
      view.focus();
    },
    replace: (text, cursor) => {
      if (!view) return;
      replaceText(view, text, cursor);
      view.focus();
    },
    reveal: (at) => {
      if (!view) return;
      const place = Math.min(at, view.state.doc.length);
      view.dispatch({ selection: EditorSelection.cursor(place), scrollIntoView: true });
      view.focus();
    },
    cursor: () => (view ? cursorOf(view) : null),
  };
}
