import { isActive, readState } from '@tessera/core/sql-editor/query-states';
import { useEffect } from 'react';
import { create } from 'zustand';
import { readTab } from '../../../api/editor-tabs.ts';
import { limits } from '../../../api/limits.ts';
import { pastQueryOf, type PastQuery } from '../../../api/past-queries.ts';
import { useReachability } from '../../../api/reachability.ts';
import { agedRun, storedOf } from '../storage/run-storage.ts';
import { addLocalQuery, editTab, rememberTab, runStorage, useTabs } from '../tabs/tabs-store.ts';
import type { EditorTab, TabsState } from '../tabs/tabs.ts';
import { browserIo } from './browser-io.ts';
import { notifyOfEnd } from './notify.ts';
import { readQuery, type WireQuery } from './read-lines.ts';
import { createRunSession } from './run-session.ts';
import type { AskedRun, Run, RunWay, Script } from './run.ts';
import { beginRun } from './step-run.ts';

/** What ran last, by tab or by whatever else runs something. */
export const useRuns = create<Readonly<Record<string, Run>>>(() => ({}));

/** Runs that wait for the word of the user, by tab. */
const useQuestions = create<Readonly<Record<string, AskedRun>>>(() => ({}));

/** What a tab would run, once its user has answered; null where nothing is asked. */
export function useAsked(tabId: string): AskedRun | null {
  return useQuestions((asked) => asked[tabId] ?? null);
}

/** The question is answered, one way or the other. */
export function dropAsked(tabId: string): void {
  useQuestions.setState(({ [tabId]: _, ...others }) => others, true);
}

const session = createRunSession({
  ...browserIo,
  show: (key, run) => {
    useRuns.setState((runs) => {
      const { [key]: _, ...others } = runs;
      return run === null ? others : { ...others, [key]: run };
    }, true);
    // What goes on by itself is found again after a reload.
    if (run !== null && isActive(run.state) && run.results.length === 0) keep(key, run);
  },
  ask: (key, asked, before) => {
    useQuestions.setState({ [key]: asked });
    editTab(key, { latestQueryId: before });
  },
  onEnd: (key, run) => {
    keep(key, run);
    notifyOfEnd(key, run);
  },
});

useReachability.subscribe((now, before) => {
  if (now.returns !== before.returns) session.onReturn();
});

/** Of so many closed tabs what they ran is stored: whoever opens one again sees its rows. */
const CLOSED_WITH_RUNS = 10;

// What a closed tab ran leaves the memory with it, and the browser once other tabs have been closed since.
useTabs.subscribe((now, before) => {
  if (now.tabs === before.tabs && now.closed === before.closed) return;
  const open = idsOf(now.tabs);
  for (const { id } of before.tabs)
    if (!open.has(id)) {
      session.close(id);
      useRuns.setState(({ [id]: _, ...others }) => others, true);
      dropAsked(id);
    }
  const storing = storingTabs(now);
  for (const id of storingTabs(before)) if (!storing.has(id)) runStorage().remove(id);
});

function storingTabs({ tabs, closed }: Pick<TabsState, 'tabs' | 'closed'>): ReadonlySet<string> {
  return idsOf([...tabs, ...closed.slice(-CLOSED_WITH_RUNS)]);
}

function idsOf(tabs: readonly EditorTab[]): ReadonlySet<string> {
  return new Set(tabs.map(({ id }) => id));
}

function keep(key: string, run: Run): void {
  if (useTabs.getState().tabs.some(({ id }) => id === key))
    runStorage().put({ tabId: key, run: storedOf(run), at: Date.now() });
}

/** What ran last under a key; null where nothing did. */
export function useRun(key: string): Run | null {
  return useRuns((runs) => runs[key] ?? null);
}

/** What ran last in a tab, here, before the reload, or in another window. */
export function useTabRun(tab: EditorTab): Run | null {
  const { id, latestQueryId } = tab;
  useEffect(() => {
    if (latestQueryId !== null) void restore(id, latestQueryId);
  }, [id, latestQueryId]);
  return useRun(id);
}

async function restore(tabId: string, queryId: string): Promise<void> {
  if (session.run(tabId)?.query.id === queryId) return;
  const kept = await runStorage().get(tabId);
  const run = kept?.run.query.id === queryId ? agedRun(kept, Date.now()) : await runOfServer(tabId, queryId);
  // Something may have been run meanwhile.
  const tab = useTabs.getState().tabs.find(({ id }) => id === tabId);
  if (run && tab?.latestQueryId === queryId && session.run(tabId)?.query.id !== queryId) session.resume(tabId, run);
}

/** A run of another browser, or of a tab that was closed, as the server has it. */
async function runOfServer(tabId: string, queryId: string): Promise<Run | null> {
  const tab = useTabs.getState().tabs.find(({ id }) => id === tabId);
  if (!tab) return null;
  try {
    const latest = tab.remoteId === null ? null : (await readTab(tab.remoteId)).latest_query;
    if (latest?.id === queryId) return runOfQuery(readQuery(latest), tab.sql);
    const past = await pastQueryOf(queryId);
    return past && runOfPast(past, tab.sql);
  } catch {
    // The text is what counts; it can be run again.
    return null;
  }
}

/** A query that the server tells of, as a run of a tab. */
export function runOfQuery(told: WireQuery, text: string): Run {
  const script: Script = { sql: told.sql, at: Math.max(0, text.indexOf(told.sql)) };
  const { query, state, errors, startedAt, endedAt, isAsync } = told;
  return { ...beginRun(query.id, script, { isAsync }, startedAt ?? 0), query, state, errors, endedAt };
}

/**
 * Run a script in a tab; what still runs there gives way.
 * @returns the name of the query
 */
export function startRun(tab: EditorTab, script: Script, way: RunWay): string | null {
  if (tab.dbId === null) return null;
  dropAsked(tab.id);
  const id = session.start(
    {
      key: tab.id,
      dbId: tab.dbId,
      catalog: tab.catalog,
      schema: tab.schema,
      editorId: tab.remoteId === null ? tab.id : String(tab.remoteId),
      tabName: tab.name,
      rowLimit: tab.queryLimit ?? limits.sqlDefaultRows,
      templateParams: tab.templateParams,
    },
    script,
    way,
  );
  rememberTab(tab.id, 'run');
  if (tab.remoteId === null) addLocalQuery({ tabId: tab.id, queryId: id });
  editTab(tab.id, { latestQueryId: id, autorun: false });
  return id;
}

/** Stop what runs in a tab, down to the database. */
export function stopRun(key: string): Promise<void> {
  return session.stop(key);
}

/** Show what a past query gave, in the place of what ran last in a tab. */
export function resumeQuery(tab: EditorTab, query: PastQuery): void {
  session.resume(tab.id, runOfPast(query, tab.sql));
  editTab(tab.id, { latestQueryId: query.client_id });
}

function runOfPast(query: PastQuery, text: string): Run {
  const { client_id: id, sql, status, start_time: startedAt, end_time: endedAt, run_async: isAsync } = query;
  const begun = beginRun(id, { sql, at: Math.max(0, text.indexOf(sql)) }, { isAsync }, startedAt);
  const { results_key: resultsKey, executed_sql: executedSql, catalog, schema } = query;
  const place = { dbId: query.database.id, catalog, schema, templateParams: query.template_params ?? '' };
  return { ...begun, state: readState(status), query: { ...begun.query, resultsKey, executedSql, place }, endedAt };
}
