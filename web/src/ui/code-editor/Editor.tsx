import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { bracketMatching } from '@codemirror/language';
import { lintKeymap, setDiagnostics } from '@codemirror/lint';
import { search, searchKeymap } from '@codemirror/search';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { drawSelection, EditorView, keymap, lineNumbers, placeholder } from '@codemirror/view';
import { useEffect, useRef, useState } from 'react';
import { cx } from '../common/cx.ts';
import { baseExtensions, isTypedElsewhere, keepEscape } from './base.ts';
import classes from './Editor.module.css';
import { heightOfRows, type CodeEditorProps } from './editor-props.ts';
import { loadLanguage } from './languages.ts';
import { diagnosticsOf } from './marks.ts';

const NO_SUGGESTIONS: NonNullable<CodeEditorProps['suggestions']> = [];
/** Fields of few lines need no numbers; a place in them is found at sight. */
const NUMBERED_FROM_ROWS = 5;

/** The editor itself. React owns the text; a change from outside replaces it and keeps undo. */
export function Editor(props: CodeEditorProps) {
  const { value, language, engine = null, suggestions = NO_SUGGESTIONS, mark = null, rows = 8, fill = false } = props;
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const [parts] = useState(() => ({ settings: new Compartment(), language: new Compartment() }));
  const latest = useRef(props);

  useEffect(() => {
    latest.current = props;
  });

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [commonExtensions(latest), parts.settings.of([]), parts.language.of([])],
      }),
    });
    view.current = editor;
    if (latest.current.takesFocus === true && !isTypedElsewhere(parent)) editor.focus();
    return () => editor.destroy();
  }, [parts]);

  const { label, readOnly = false, tabIndents = false, maxLength, invalid = false, describedBy } = props;
  const hint = props.placeholder ?? '';
  useEffect(() => {
    const settings = settingsOf({ label, language, readOnly, tabIndents, maxLength, invalid, describedBy, hint, rows });
    view.current?.dispatch({ effects: parts.settings.reconfigure(settings) });
  }, [label, language, readOnly, tabIndents, maxLength, invalid, describedBy, hint, rows, parts]);

  useLanguage(view, parts.language, { language, engine, suggestions });

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  useEffect(() => {
    const editor = view.current;
    // JSON finds its own mistakes, while it is typed.
    if (editor === null || language === 'json') return;
    editor.dispatch(setDiagnostics(editor.state, diagnosticsOf(editor.state.doc.toString(), mark)));
  }, [mark, language]);

  return (
    <div
      ref={host}
      className={cx(classes['editor'], fill && classes['fill'], language === 'markdown' && classes['prose'])}
      data-invalid={invalid || undefined}
      style={fill ? undefined : { minHeight: heightOfRows(rows) }}
    />
  );
}

/** Colours and completion, which come once the editor is there. */
function useLanguage(
  view: { readonly current: EditorView | null },
  compartment: Compartment,
  { language, engine, suggestions }: Parameters<typeof loadLanguage>[0],
): void {
  useEffect(() => {
    let isShown = true;
    // Without its colours a text can still be edited.
    loadLanguage({ language, engine, suggestions }).then(
      (extension) => isShown && view.current?.dispatch({ effects: compartment.reconfigure(extension) }),
      () => undefined,
    );
    return () => {
      isShown = false;
    };
  }, [view, compartment, language, engine, suggestions]);
}

type Latest = { readonly current: CodeEditorProps };

function commonExtensions(latest: Latest): Extension {
  return [
    baseExtensions(),
    history(),
    drawSelection(),
    bracketMatching(),
    closeBrackets(),
    autocompletion({ icons: false, interactionDelay: 0 }),
    search({ top: true }),
    EditorView.lineWrapping,
    keymap.of([
      { key: 'Mod-Enter', run: () => latest.current.onRun !== undefined && (latest.current.onRun(), true) },
      ...closeBracketsKeymap,
      ...completionKeymap,
      ...searchKeymap,
      ...historyKeymap,
      ...lintKeymap,
      ...defaultKeymap,
    ]),
    EditorView.updateListener.of((update) => {
      if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
      keepEscape(update.view);
    }),
    EditorView.domEventHandlers({
      // The panel for finding is a part of the editor.
      blur: (event, view) => {
        if (!(event.relatedTarget instanceof Node && view.dom.contains(event.relatedTarget))) latest.current.onBlur?.();
      },
    }),
  ];
}

function settingsOf({
  label,
  language,
  readOnly,
  tabIndents,
  maxLength,
  invalid,
  describedBy,
  hint,
  rows,
}: Required<Pick<CodeEditorProps, 'label' | 'language' | 'readOnly' | 'tabIndents' | 'invalid' | 'rows'>> & {
  readonly maxLength: number | undefined;
  readonly describedBy: string | undefined;
  readonly hint: string;
}): Extension {
  const isProse = language === 'markdown' || language === 'plain';
  return [
    EditorState.readOnly.of(readOnly),
    rows >= NUMBERED_FROM_ROWS && !isProse ? lineNumbers() : [],
    hint === '' ? [] : placeholder(hint),
    maxLength === undefined
      ? []
      : EditorState.changeFilter.of(({ docChanged, newDoc }) => !docChanged || newDoc.length <= maxLength),
    // Escape and then Tab leaves: the editor lets the Tab after an Escape pass.
    tabIndents ? keymap.of([indentWithTab]) : [],
    // Escape closes the suggestions of what is written, or lets the next Tab leave; a dialog around the editor must not
    // take it for itself.
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      ...(isProse ? { spellcheck: 'true' } : {}),
      ...(invalid ? { 'aria-invalid': 'true' } : {}),
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      ...(readOnly ? { 'aria-readonly': 'true' } : { 'data-mantine-stop-propagation': 'true' }),
    }),
  ];
}
