import { sql, StandardSQL } from '@codemirror/lang-sql';
import { Prec } from '@codemirror/state';
import { EditorView } from '@codemirror/view';
import { useEffect, useImperativeHandle, useRef, useState } from 'react';
import { cx } from '../../common/cx.ts';
import editorClasses from '../Editor.module.css';
import { loadKeys, type EditorKeys } from './keys.ts';
import { showProblems } from './problems.ts';
import { sqlDialects } from './sql-dialects.ts';
import type { SqlEditorProps } from './sql-editor-props.ts';
import classes from './SqlEditor.module.css';
import { handleOf, leaveSession, openSession, replaceText, type Latest, type Session } from './sql-session.ts';

type Opened = Pick<Session, 'view' | 'parts'>;

/** The editor of the SQL page: everything that the plain one has, and help with the database. */
export function SqlEditor(props: SqlEditorProps) {
  const host = useRef<HTMLDivElement>(null);
  const [session, setSession] = useState<Opened | null>(null);
  const latest = useRef<Latest | null>(null);
  const { id, value, engine, label, describedBy, keys, wraps, problems, findings, catalog, handle } = props;
  const given = useRef(props);

  useEffect(() => {
    given.current = props;
    if (latest.current) latest.current.current = props;
  });

  useEffect(() => {
    const parent = host.current;
    if (parent === null) return;
    const opened = openSession(parent, given.current);
    latest.current = opened.latest;
    setSession(opened);
    return () => {
      latest.current = null;
      leaveSession(id, opened);
    };
  }, [id, catalog]);

  const view = session?.view ?? null;
  useEffect(() => {
    if (!session) return;
    const dialect = sqlDialects[engine ?? ''] ?? StandardSQL;
    session.view.dispatch({ effects: session.parts.language.reconfigure(sql({ dialect })) });
  }, [session, engine]);
  useEffect(() => {
    if (!session) return;
    const attributes = EditorView.contentAttributes.of({
      tabindex: '0',
      'aria-label': label,
      'aria-multiline': 'true',
      ...(describedBy === undefined ? {} : { 'aria-describedby': describedBy }),
      'data-mantine-stop-propagation': 'true',
    });
    session.view.dispatch({ effects: session.parts.settings.reconfigure(attributes) });
  }, [session, label, describedBy]);
  useEffect(() => {
    session?.view.dispatch({ effects: session.parts.lines.reconfigure(wraps ? EditorView.lineWrapping : []) });
  }, [session, wraps]);
  useKeys(session, keys);
  useEffect(() => {
    if (view) replaceText(view, value);
  }, [view, value]);
  useEffect(() => {
    if (view) showProblems(view, 'database', problems);
  }, [view, problems]);
  useEffect(() => {
    if (view) showProblems(view, 'validation', findings);
  }, [view, findings]);
  useImperativeHandle(handle, () => handleOf(view), [view]);

  return <div ref={host} className={cx(editorClasses['editor'], editorClasses['fill'], classes['editor'])} />;
}

function useKeys(session: Opened | null, keys: EditorKeys): void {
  useEffect(() => {
    if (!session) return;
    let isWanted = true;
    loadKeys(keys).then(
      (extension) =>
        isWanted && session.view.dispatch({ effects: session.parts.keys.reconfigure(Prec.highest(extension)) }),
      // The keys of before go on: what is written stays as it is.
      () => undefined,
    );
    return () => {
      isWanted = false;
    };
  }, [session, keys]);
}
