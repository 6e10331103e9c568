import { t } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';
import { CodeEditor } from '../../../ui/code-editor/CodeEditor.tsx';
import type { EditorTab } from '../tabs/tabs.ts';
import type { Script } from '../runs/run.ts';

/** What is wrong with the text of a tab, and where in it. */
export type SqlMark = { readonly message: string; readonly place: TextPosition };
/** What an editor tells of its text while somebody works in it. */
export type SqlChange = Partial<Pick<EditorTab, 'sql' | 'selectedText' | 'cursorPosition'>>;

export type SqlFieldProps = {
  readonly tab: EditorTab;
  /** Engine key of the database of the tab; null while it is not known. */
  readonly engine: string | null;
  readonly onChange: (change: SqlChange) => void;
  /** Run the whole text, or the part that is given. */
  readonly onRun: (part?: Script) => void;
  readonly marks: readonly SqlMark[];
};

/** The text of a tab. */
export function SqlField({ tab, engine, onChange, onRun, marks }: SqlFieldProps) {
  return (
    <CodeEditor
      key={tab.id}
      label={t('SQL')}
      language="sql-template"
      engine={engine}
      value={tab.sql}
      onChange={(sql) => onChange({ sql })}
      onRun={() => onRun()}
      mark={marks[0] ?? null}
      fill
      tabIndents
      takesFocus
    />
  );
}
