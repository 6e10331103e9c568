import { useQuery } from '@tanstack/react-query';
import { printExactJson } from '@tessera/core/exact-json';
import { t } from '@tessera/core/messages';
import { offsetAt } from '@tessera/core/text-position';
import { assistDialectOf } from '@tessera/query/sql-assist/dialects';
import { parametersOf } from '@tessera/query/sql-assist/parameters';
import { readScript, type Script as SqlScript } from '@tessera/query/sql-assist/script';
import { stepsAt } from '@tessera/query/sql-assist/steps';
import { useMemo, useRef, useState } from 'react';
import { editorDatabases } from '../../../api/catalog.ts';
import { templateMacros } from '../../../controls/expression/macros.ts';
import type { EditorKeys } from '../../../ui/code-editor/sql/keys.ts';
import type { Cursor, SqlEditorHandle } from '../../../ui/code-editor/sql/sql-editor-props.ts';
import { SqlEditor } from '../../../ui/code-editor/sql/SqlEditor.tsx';
import { onDemand } from '../../../ui/common/on-demand.tsx';
import { useStored } from '../../../ui/common/use-stored.ts';
import { useNarrow } from '../../../ui/layout/use-narrow.ts';
import type { Run, Script } from '../runs/run.ts';
import { useRun } from '../runs/runs-store.ts';
import { useTabs } from '../tabs/tabs-store.ts';
import { newSql, type EditorTab } from '../tabs/tabs.ts';
import type { EditorDialog } from '../toolbar/editor-actions.ts';
import type { Extras } from './catalog/catalog-core.ts';
import { useCatalog } from './catalog/use-catalog.ts';
import { EditorBar } from './EditorBar.tsx';
import { readValues } from './parameters/parameter-values.ts';
import { usePreviewSettings } from './preview/preview-settings.ts';
import { useSnippets } from './snippets.ts';
import classes from './SqlField.module.css';
import { useValidation } from './use-validation.ts';
import { useProblems } from './use-problems.ts';
import { useWrittenText } from './write-text.ts';

const ParametersBar = onDemand(async () => (await import('./parameters/ParametersBar.tsx')).ParametersBar);
const PreviewPane = onDemand(async () => (await import('./preview/PreviewPane.tsx')).PreviewPane);

/** What an editor tells of its text while somebody works in it. */
export type SqlChange = Partial<Pick<EditorTab, 'sql' | 'selectedText' | 'cursorPosition' | 'templateParams'>>;

export type SqlFieldProps = {
  readonly tab: EditorTab;
  /** Engine key of the database of the tab; null while it is not known. */
  readonly engine: string | null;
  readonly onChange: (change: SqlChange) => void;
  /** Run the whole text, or the part that is given. */
  readonly onRun: (part?: Script) => void;
  readonly onFormat: () => void;
  readonly onOpen: (dialog: EditorDialog) => void;
};

/** The text of a tab. */
export function SqlField({ tab, engine, onChange, onRun, onFormat, onOpen }: SqlFieldProps) {
  const run = useRun(tab.id);
  const extras = useExtras(tab);
  const catalog = useCatalog(tab, extras);
  const handle = useRef<SqlEditorHandle>(null);
  const problems = useProblems(run, { sql: tab.sql, engine, catalog });
  const findings = useValidation(tab, { engine, catalog });
  const [wraps, setWraps] = useWrapping();
  const [keys, setKeys] = useStored<EditorKeys>('tessera.sql.keys', 'standard', readKeys);
  const preview = usePreviewChoice(tab);
  const { steps, parameters } = useUnderstood(tab, engine);
  useWrittenText(tab.id, handle);
  const templateProblem = templateErrorOf(run);
  return (
    <div className={classes['field']}>
      {(parameters.length > 0 || templateProblem !== null) && (
        <ParametersBar
          parameters={parameters}
          text={tab.templateParams}
          problem={templateProblem}
          onChange={(templateParams) => onChange({ templateParams })}
          onJson={() => onOpen('parameters')}
        />
      )}
      <div className={classes['main']}>
        <SqlEditor
          id={tab.id}
          label={t('SQL')}
          value={tab.sql}
          engine={engine}
          catalog={catalog}
          openAt={() => selectionOf(tab)}
          takesFocus={() => useTabs.getState().closedElsewhere === null}
          problems={problems}
          findings={findings}
          keys={keys}
          wraps={wraps}
          handle={handle}
          onChange={(sql) => onChange({ sql })}
          onCursor={(cursor) => onChange(changeOf(cursor))}
          onRun={(part) => onRun(part ?? undefined)}
          onFormat={onFormat}
        />
        {preview.isOn && <PreviewPane tab={tab} step={steps?.trail.at(-1) ?? null} />}
      </div>
      <EditorBar
        steps={steps}
        onGo={({ from, to, kind }) => handle.current?.reveal(kind === 'statement' ? to : from)}
        isPreviewed={preview.isOn}
        onPreview={preview.choose}
        onFormat={onFormat}
        onSnippet={() => onOpen({ snippet: tab.selectedText ?? steps?.trail[0]?.sql ?? tab.sql })}
        keys={keys}
        onKeys={setKeys}
        wraps={wraps}
        onWrap={setWraps}
      />
    </div>
  );
}

/** The queries around the cursor, and the parameters that the text asks for. */
function useUnderstood(tab: EditorTab, engine: string | null) {
  const at = cursorOf(tab);
  const [read] = useState(scriptReader);
  const script = useMemo(() => read(tab.sql, engine), [read, tab.sql, engine]);
  const steps = useMemo(() => stepsAt(script, at), [script, at]);
  const parameters = useMemo(() => parametersOf(tab.sql, macroNames), [tab.sql]);
  return { steps, parameters };
}

/** Reads a text again and again as it is written: what a key costs does not grow with the text. */
function scriptReader(): (text: string, engine: string | null) => SqlScript {
  let last: SqlScript | null = null;
  return (text, engine) => {
    last = readScript(text, assistDialectOf(engine), last);
    return last;
  };
}

function changeOf({ row, column, selected }: Cursor): SqlChange {
  return { cursorPosition: { row, column }, selectedText: selected };
}

const macroNames: ReadonlySet<string> = new Set(templateMacros().map(({ label }) => label));

/** Whether long lines go on below: where there is no room beside, unless a user chose. */
function useWrapping(): readonly [boolean, (wraps: boolean) => void] {
  const isNarrow = useNarrow();
  const [chosen, choose] = useStored<'yes' | 'no' | 'auto'>('tessera.sql.wrap', 'auto', (stored) =>
    stored === 'yes' || stored === 'no' ? stored : 'auto',
  );
  return [chosen === 'auto' ? isNarrow : chosen === 'yes', (wraps) => choose(wraps ? 'yes' : 'no')];
}

function readKeys(stored: string): EditorKeys {
  return stored === 'vim' || stored === 'emacs' ? stored : 'standard';
}

/** What is offered beside the names of the database. */
function useExtras({ templateParams }: EditorTab): Extras {
  const snippets = useSnippets();
  return useMemo(
    () => ({
      snippets,
      macros: templateMacros().map(({ label, insert, detail }) => ({
        name: label,
        call: insert ?? label,
        description: detail ?? '',
      })),
      parameters: new Map(
        Object.entries(readValues(templateParams) ?? {}).map(([name, value]) => [name, printExactJson(value)]),
      ),
    }),
    [snippets, templateParams],
  );
}

/** On for the embedded engine, and elsewhere when somebody turned it on; a choice is stored. */
function usePreviewChoice({ dbId }: EditorTab): { readonly isOn: boolean; readonly choose: (isOn: boolean) => void } {
  const { chosen, choose } = usePreviewSettings();
  const database = useQuery(editorDatabases).data?.find(({ id }) => id === dbId);
  const isOn = dbId !== null && (chosen[dbId] ?? database?.instant_preview === true);
  return { isOn, choose: (next) => dbId !== null && choose(dbId, next) };
}

function templateErrorOf(run: Run | null): Run['errors'][number] | null {
  return run?.errors.find(({ type }) => type !== null && /TEMPLATE_PARAMS/.test(type)) ?? null;
}

function cursorOf({ sql, cursorPosition: { row, column } }: EditorTab): number {
  return offsetAt(sql, { line: row + 1, column: column + 1 }) ?? sql.length;
}

/** Where somebody left off; the text of a new tab is there to be written over. */
function selectionOf(tab: EditorTab): { anchor: number; head: number } {
  if (tab.sql === newSql) return { anchor: 0, head: tab.sql.length };
  const at = cursorOf(tab);
  return { anchor: at, head: at };
}
