import { t } from '@tessera/core/messages';
import { offsetAt } from '@tessera/core/text-position';
import { useRef } from 'react';
import type { SqlEditorHandle } from '../../../ui/code-editor/sql/sql-editor-props.ts';
import { SqlEditor } from '../../../ui/code-editor/sql/SqlEditor.tsx';
import type { Script } from '../runs/run.ts';
import { useRun } from '../runs/runs-store.ts';
import { newSql, type EditorTab } from '../tabs/tabs.ts';
import { noExtras } from './catalog/catalog-core.ts';
import { useCatalog } from './catalog/use-catalog.ts';
import classes from './SqlField.module.css';
import { useProblems } from './use-problems.ts';

/** What an editor tells of its text while somebody works in it. */
export type SqlChange = Partial<Pick<EditorTab, 'sql' | 'selectedText' | 'cursorPosition'>>;

export type SqlFieldProps = {
  readonly tab: EditorTab;
  /** Engine key of the database of the tab; null while it is not known. */
  readonly engine: string | null;
  readonly onChange: (change: SqlChange) => void;
  /** Run the whole text, or the part that is given. */
  readonly onRun: (part?: Script) => void;
};

/** The text of a tab. */
export function SqlField({ tab, engine, onChange, onRun }: SqlFieldProps) {
  const catalog = useCatalog(tab, noExtras);
  const handle = useRef<SqlEditorHandle>(null);
  const problems = useProblems(useRun(tab.id), { sql: tab.sql, engine, catalog });
  return (
    <div className={classes['field']}>
      <SqlEditor
        id={tab.id}
        label={t('SQL')}
        value={tab.sql}
        engine={engine}
        catalog={catalog}
        openAt={() => selectionOf(tab)}
        problems={problems}
        keys="standard"
        handle={handle}
        onChange={(sql) => onChange({ sql })}
        onCursor={({ row, column, selected }) => onChange({ cursorPosition: { row, column }, selectedText: selected })}
        onRun={(part) => onRun(part === null ? undefined : { sql: tab.sql.slice(part.from, part.to), at: part.from })}
        onFormat={() => undefined}
      />
    </div>
  );
}

/** Where somebody left off; the text of a new tab is there to be written over. */
function selectionOf({ sql, cursorPosition: { row, column } }: EditorTab): { anchor: number; head: number } {
  if (sql === newSql) return { anchor: 0, head: sql.length };
  const at = offsetAt(sql, { line: row + 1, column: column + 1 }) ?? sql.length;
  return { anchor: at, head: at };
}
