import { autocompletion, closeBrackets, completionKeymap } from '@codemirror/autocomplete';
import { defaultKeymap, history, historyKeymap, indentWithTab } from '@codemirror/commands';
import { MySQL, PostgreSQL, SQLite, StandardSQL, sql } from '@codemirror/lang-sql';
import { HighlightStyle, bracketMatching, syntaxHighlighting } from '@codemirror/language';
import { Compartment, EditorState, type Extension } from '@codemirror/state';
import { EditorView, drawSelection, keymap, lineNumbers } from '@codemirror/view';
import { tags } from '@lezer/highlight';
import { useEffect, useRef } from 'react';
import classes from './CodeEditor.module.css';

const highlight = HighlightStyle.define([
  { tag: [tags.keyword, tags.operatorKeyword], color: 'var(--ts-accent-text)', fontWeight: '500' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--ts-success)' },
  { tag: [tags.number, tags.bool, tags.null], color: 'var(--ts-info)' },
  { tag: tags.comment, color: 'var(--ts-text-faint)', fontStyle: 'italic' },
  { tag: tags.typeName, color: 'var(--ts-warning)' },
]);

export type SqlEditorProps = {
  readonly label: string;
  readonly value: string;
  /** Left out of what is only read. */
  readonly onChange?: (value: string) => void;
  /** Engine key: duckdb, sqlite, postgresql … */
  readonly engine?: string;
  /** Table → its columns, for completion. */
  readonly tables?: Readonly<Record<string, readonly string[]>>;
  /** Ctrl/⌘+Enter. */
  readonly onRun?: () => void;
  readonly minHeight?: number;
  readonly readOnly?: boolean;
  /** Tab moves on instead of indenting: for an editor that is one field of a form. */
  readonly tabLeaves?: boolean;
};

/** The editor itself. React owns the text; a change from outside replaces it and keeps undo. */
export function CodeEditor({
  label,
  value,
  onChange,
  engine,
  tables,
  onRun,
  minHeight = 160,
  readOnly = false,
  tabLeaves = false,
}: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const view = useRef<EditorView | null>(null);
  const settings = useRef(new Compartment());
  const latest = useRef({ onChange, onRun, value });

  useEffect(() => {
    latest.current = { onChange, onRun, value };
  });

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const editor = new EditorView({
      parent,
      state: EditorState.create({
        doc: latest.current.value,
        extensions: [
          EditorView.cspNonce.of(document.querySelector<HTMLMetaElement>('meta[property="csp-nonce"]')?.nonce ?? ''),
          lineNumbers(),
          history(),
          drawSelection(),
          bracketMatching(),
          closeBrackets(),
          autocompletion(),
          syntaxHighlighting(highlight),
          EditorView.lineWrapping,
          keymap.of([
            {
              key: 'Mod-Enter',
              run: () => (latest.current.onRun === undefined ? false : (latest.current.onRun(), true)),
            },
            ...completionKeymap,
            ...historyKeymap,
            ...defaultKeymap,
          ]),
          EditorView.updateListener.of((update) => {
            if (update.docChanged) latest.current.onChange?.(update.state.doc.toString());
          }),
          settings.current.of([]),
        ],
      }),
    });
    view.current = editor;
    return () => editor.destroy();
  }, []);

  useEffect(() => {
    view.current?.dispatch({
      effects: settings.current.reconfigure(configuration({ label, engine, tables, readOnly, tabLeaves })),
    });
  }, [label, engine, tables, readOnly, tabLeaves]);

  useEffect(() => {
    const editor = view.current;
    if (editor === null || editor.state.doc.toString() === value) return;
    editor.dispatch({ changes: { from: 0, to: editor.state.doc.length, insert: value } });
  }, [value]);

  return <div ref={host} className={classes['editor']} style={{ minHeight }} />;
}

type Configuration = Pick<SqlEditorProps, 'label'> & {
  readonly engine: string | undefined;
  readonly tables: SqlEditorProps['tables'] | undefined;
  readonly readOnly: boolean;
  readonly tabLeaves: boolean;
};

function configuration({ label, engine, tables, readOnly, tabLeaves }: Configuration): Extension {
  const dialect =
    engine === 'sqlite'
      ? SQLite
      : engine === 'postgresql' || engine === 'duckdb'
        ? PostgreSQL
        : engine === 'mysql' || engine === 'clickhouse'
          ? MySQL
          : StandardSQL;
  return [
    sql({ dialect, upperCaseKeywords: true, ...(tables === undefined ? {} : { schema: tables }) }),
    EditorState.readOnly.of(readOnly),
    tabLeaves ? [] : keymap.of([indentWithTab]),
    // Escape closes the suggestions of what is written, or lets the next Tab leave; a dialog around the editor must not
    // take it for itself.
    EditorView.contentAttributes.of({
      'aria-label': label,
      'aria-multiline': 'true',
      ...(readOnly ? { 'aria-readonly': 'true' } : { 'data-mantine-stop-propagation': 'true' }),
    }),
  ];
}
