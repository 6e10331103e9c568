import { t } from '@tessera/core/messages';
import { isActive } from '@tessera/core/sql-editor/query-states';
import { offsetAt, positionAt } from '@tessera/core/text-position';
import { useShallow } from 'zustand/react/shallow';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { EditorDatabase } from '../../api/catalog.ts';
import { loadHelp } from '../../ui/code-editor/sql/load-help.ts';
import { cx } from '../../ui/common/cx.ts';
import { onDemand } from '../../ui/common/on-demand.tsx';
import { usePageActions, type PageAction } from '../../ui/common/page-actions.ts';
import { preloadSelects } from '../../ui/fields/LazySelect.tsx';
import { Separator } from '../../ui/layout/Separator.tsx';
import { Tabs } from '../../ui/layout/Tabs.tsx';
import { useNarrow } from '../../ui/layout/use-narrow.ts';
import { SqlField } from './editing/SqlField.tsx';
import { EditorDialogs, preloadDialogs } from './EditorDialogs.tsx';
import { editorNumbers } from './editor-numbers.ts';
import { useIsBeside } from './results/pane-store.ts';
import { preloadResults, ResultsPane } from './results/ResultsPane.tsx';
import { useTabRun } from './runs/runs-store.ts';
import { LeftBar } from './schema/LeftBar.tsx';
import { preloadProfiles } from './schema/SchemaTree.tsx';
import classes from './SqlEditor.module.css';
import { ClosedNotice, ElsewhereNotice } from './tabs/ElsewhereNotice.tsx';
import { openNewTab } from './tabs/new-tab.ts';
import { actOnTabs, editTab, useTabs } from './tabs/tabs-store.ts';
import { newSql, type EditorTab, type TabChange } from './tabs/tabs.ts';
import { Toolbar } from './toolbar/Toolbar.tsx';
import { useEditorActions } from './use-editor-actions.ts';
import { useEditorKeys } from './use-editor-keys.ts';

const TabHistory = onDemand(async () => (await import('./history/TabHistory.tsx')).TabHistory);

const BESIDE = { northPercent: 50, southPercent: 50 };
const BELOW = { northPercent: editorNumbers.northPercent, southPercent: editorNumbers.southPercent };
/** What is not needed at first comes when the page is at rest. */
const AHEAD_MS = 3000;

type SqlWorkspaceProps = {
  readonly tab: EditorTab;
  /** Its database; null while it is not known. */
  readonly database: EditorDatabase | null;
};

/** What a user is likely to reach next. */
function preloadParts(): void {
  preloadDialogs();
  preloadResults();
  TabHistory.preload();
  preloadProfiles();
  preloadSelects();
  void loadHelp().catch(() => undefined);
}

/** The way to each of the other tabs: of many, the palette finds one by its name. */
function useOtherTabs(tabId: string): readonly PageAction[] {
  const names = useTabs(useShallow(({ tabs }) => tabs.filter(({ id }) => id !== tabId).map(({ name }) => name)));
  return names.map((name) => ({
    title: name,
    thing: t('Open tab'),
    run: () => {
      const other = useTabs.getState().tabs.find((one) => one.id !== tabId && one.name === name);
      if (other) actOnTabs({ type: 'activate', id: other.id });
    },
  }));
}

/** A tab: what there is in its database, its text, and what came of it. */
export function SqlWorkspace({ tab, database }: SqlWorkspaceProps) {
  const run = useTabRun(tab);
  const isNarrow = useNarrow();
  const [view, setView] = useState<'query' | 'results'>('query');
  const [showResults] = useState(() => () => setView('results'));
  const { actions, dialog, close } = useEditorActions(tab.id, showResults);
  useEditorKeys(actions, run !== null && isActive(run.state));
  useAutorun(tab, actions.run);
  useEffect(() => {
    const timer = setTimeout(preloadParts, AHEAD_MS);
    return () => clearTimeout(timer);
  }, []);
  const others = useOtherTabs(tab.id);
  usePageActions([
    { title: t('Run the query'), run: () => actions.run() },
    { title: t('Stop the query'), run: actions.stop },
    { title: t('Save the query'), run: actions.save },
    { title: t('Format the SQL'), run: actions.format },
    { title: t('New query'), run: () => void openNewTab() },
    { title: t('Versions of the query'), run: () => actions.open('versions') },
    { title: t('Template parameters'), run: () => actions.open('parameters') },
    ...others,
  ]);
  const query = (
    <>
      <Toolbar tab={tab} run={run} database={database} actions={actions} />
      <ClosedNotice />
      <ElsewhereNotice tabId={tab.id} onVersions={() => actions.open('versions')} />
      <div className={cx(classes['field'], database?.allow_dml === true && classes['writes'])}>
        <SqlField
          tab={tab}
          engine={database?.backend ?? null}
          onChange={(change) => editTab(tab.id, change)}
          onRun={actions.run}
          onFormat={actions.format}
          onOpen={actions.open}
        />
      </div>
    </>
  );
  const results = <ResultsPane tab={tab} run={run} history={<TabHistory tab={tab} />} />;
  const insert = (text: string) => editTab(tab.id, withText(tab, text));
  return (
    <div className={classes['body']}>
      {(view === 'query' || !isNarrow) && (
        <LeftBar tab={tab} onInsert={insert} onOpenTab={(given) => void openNewTab(given, tab.id)} />
      )}
      <Panes tab={tab} view={view} onView={setView} query={query} results={results} />
      <EditorDialogs
        open={dialog}
        onOpen={actions.open}
        onClose={close}
        tab={tab}
        database={database}
        onRun={actions.run}
        onInsert={insert}
      />
    </div>
  );
}

/** A tab that was opened to be run runs once it is on screen. */
function useAutorun(tab: EditorTab, run: () => void): void {
  const isDue = tab.autorun && tab.dbId !== null;
  useEffect(() => {
    if (isDue) run();
  }, [isDue, run]);
}

type PanesProps = {
  readonly tab: EditorTab;
  readonly view: 'query' | 'results';
  readonly onView: (view: 'query' | 'results') => void;
  readonly query: ReactNode;
  readonly results: ReactNode;
};

/** The text over or beside what came of it; on a phone one of the two. */
function Panes({ tab, view, onView, query, results }: PanesProps) {
  const isNarrow = useNarrow();
  const isBeside = useIsBeside();
  const work = useRef<HTMLDivElement>(null);
  if (isNarrow)
    return (
      <Tabs
        label={t('Parts of the page')}
        value={view}
        onChange={onView}
        tabs={[
          { value: 'query', label: t('Query') },
          { value: 'results', label: t('Results') },
        ]}
        className={classes['narrow'] ?? ''}
        panelClassName={classes['narrowPanel'] ?? ''}
      >
        {view === 'query' ? query : results}
      </Tabs>
    );
  return (
    <div ref={work} className={cx(classes['work'], isBeside && classes['beside'])}>
      <div className={classes['north']} style={{ [isBeside ? 'width' : 'height']: `${tab.northPercent}%` }}>
        {query}
      </div>
      <Separator
        label={isBeside ? t('Width of the query') : t('Height of the query')}
        orientation={isBeside ? 'vertical' : 'horizontal'}
        value={tab.northPercent}
        min={15}
        max={85}
        step={5}
        perPixel={() => 100 / Math.max(1, work.current?.[isBeside ? 'clientWidth' : 'clientHeight'] ?? 1)}
        onChange={(northPercent) => editTab(tab.id, { northPercent, southPercent: 100 - northPercent })}
        onReset={() => editTab(tab.id, isBeside ? BESIDE : BELOW)}
      />
      <div className={classes['south']}>{results}</div>
    </div>
  );
}

/** The text of a tab with another where its cursor is; the text of a new tab gives way to it. */
function withText({ sql, cursorPosition: { row, column } }: EditorTab, text: string): TabChange {
  if (sql === newSql) return { sql: text };
  const at = offsetAt(sql, { line: row + 1, column: column + 1 }) ?? sql.length;
  const next = `${sql.slice(0, at)}${text}${sql.slice(at)}`;
  const { line, column: end } = positionAt(next, at + text.length);
  return { sql: next, cursorPosition: { row: line - 1, column: end - 1 } };
}
