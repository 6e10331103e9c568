import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { Table } from '@tessera/core/table';
import type { Choice } from '@tessera/viz/define';
import type { AnyViz } from '@tessera/viz/erase';
import { useEffect, useMemo, useState } from 'react';
import { editorDatabases } from '../../../../api/catalog.ts';
import { limits } from '../../../../api/limits.ts';
import type { Draft } from '../../../../chart-editor/draft.ts';
import { EditorContext } from '../../../../chart-editor/editor-context.ts';
import type { EditorStore } from '../../../../chart-editor/editor-store.ts';
import { firstForm } from '../../../../chart-editor/first-form.ts';
import { vizQuery } from '../../../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../../../controls/fields.ts';
import { Button } from '../../../../ui/buttons/Button.tsx';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../../ui/feedback/ErrorCard.tsx';
import { Loading } from '../../../../ui/feedback/Spinner.tsx';
import { startRun } from '../../runs/runs-store.ts';
import type { StoredChart } from '../../storage/run-storage.ts';
import { runStorage } from '../../tabs/tabs-store.ts';
import { queryPlaceOf, type ResultOf } from '../result-of.ts';
import { ChartBench } from './ChartBench.tsx';
import { chartStoreOf } from './chart-stores.ts';
import { fieldsOfResult, grainsOfQuery } from './result-fields.ts';
import { suggestViz } from './suggest-viz.ts';

/** A chart of a result, in place: no dataset has to be named first. */
export function ChartTab(props: ResultOf) {
  const { tab, run, result } = props;
  const { serverId } = run.query;
  const last = run.results.findLast(({ columns }) => columns.length > 0);
  if (serverId === null) return <EmptyState title={t('The query is not stored yet.')} drawing="chart" small />;
  if (result !== last)
    return (
      <EmptyState
        title={t('Charts are made of the last result of a script.')}
        action={
          <Button onClick={() => startRun(tab, { sql: result.sql, at: 0 }, { isAsync: false })}>
            {t('Run this statement alone')}
          </Button>
        }
        drawing="chart"
        small
      />
    );
  return <ResultChart {...props} queryId={serverId} />;
}

function ResultChart({ tab, run, result, queryId }: ResultOf & { readonly queryId: number }) {
  const dataset = useFields({ tab, run, result }, queryId);
  const store = chartStoreOf(tab.id);
  const problem = useBegun(tab.id, store, dataset, result.table);
  const isReady = store((state) => state.dataset !== null && state.dataset.id === queryId);
  if (problem !== null) return <ErrorCard error={problem} small />;
  if (dataset === null || !isReady) return <Loading />;
  return (
    <EditorContext value={store}>
      <ChartBench tab={tab} run={run} result={result} dataset={dataset} />
    </EditorContext>
  );
}

/** The result as the dataset of a chart; null until its grains are known, or known to be none. */
function useFields(of: ResultOf, queryId: number): DatasetFields | null {
  const { name } = of.tab;
  const { columns } = of.result;
  const { schema, dbId: databaseId } = queryPlaceOf(of);
  const grains = useQuery(grainsOfQuery(queryId));
  const database = useQuery(editorDatabases).data?.find(({ id }) => id === databaseId);
  const [databaseName, engine] = [database?.database_name ?? null, database?.backend ?? null];
  return useMemo(
    () =>
      grains.isPending
        ? null
        : fieldsOfResult(queryId, name, { columns }, { databaseId, databaseName, engine, schema }, grains.data ?? none),
    [grains.isPending, grains.data, queryId, name, columns, databaseId, databaseName, engine, schema],
  );
}

const none: readonly Choice[] = [];

type Needs = {
  readonly load: (type: string) => Promise<AnyViz>;
  /** What was made of the results of the tab before the page was loaded. */
  readonly stored: () => Promise<StoredChart | null>;
};

/** Begins the chart, or asks the new result what was asked of the one before. @returns what went wrong */
function useBegun(tabId: string, store: EditorStore, dataset: DatasetFields | null, table: Table): unknown {
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>(null);
  const { rowCount } = table;
  useEffect(() => {
    if (dataset === null) return;
    const needs: Needs = {
      load: (type) => client.ensureQueryData(vizQuery(type)),
      stored: () =>
        runStorage()
          .getChart(tabId)
          .catch(() => null),
    };
    begin(store, dataset, rowCount, needs).catch(setProblem);
  }, [client, store, tabId, dataset, rowCount]);
  return problem;
}

async function begin(
  store: EditorStore,
  dataset: DatasetFields,
  rowCount: number,
  { load, stored }: Needs,
): Promise<void> {
  const { dataset: before, draft, dispatch } = store.getState();
  if (before?.id === dataset.id) return;
  if (before !== null) {
    const viz = await load(draft.vizType);
    dispatch({ type: 'dataset_changed', dataset, viz });
    dispatch({ type: 'carried_seen' });
    if (isComplete(viz, store.getState().draft.form, dataset)) return dispatch({ type: 'followed' });
  }
  const left = before === null ? await leftChart(await stored(), dataset, load) : null;
  const first = left ?? (await suggestedChart(dataset, rowCount, load));
  // More rows came meanwhile, and the chart has begun.
  if (before === null && store.getState().dataset !== null) return;
  dispatch({
    type: 'opened',
    opened: {
      address: '',
      dataset,
      chart: null,
      draft: first.draft,
      base: first.draft,
      saved: null,
      restored: null,
      runForm: first.isComplete ? first.draft.form : null,
      refused: false,
    },
  });
}

type FirstChart = { readonly draft: Draft; readonly isComplete: boolean };

/** As a user left it; of another run only what its result has the columns for. */
async function leftChart(
  stored: StoredChart | null,
  dataset: DatasetFields,
  load: Needs['load'],
): Promise<FirstChart | null> {
  const viz = stored && (await load(stored.vizType).catch(() => null));
  if (stored === null || viz === null) return null;
  const { queryId, vizType, form } = stored;
  const draft = { name: '', vizType, form };
  if (isComplete(viz, form, dataset)) return { draft, isComplete: true };
  return queryId === dataset.id ? { draft, isComplete: false } : null;
}

async function suggestedChart(dataset: DatasetFields, rowCount: number, load: Needs['load']): Promise<FirstChart> {
  const viz = await load(suggestViz(dataset.columns, { rowCount }));
  // A result is as fine as its query made it.
  const form = firstForm(viz, dataset, 'time_grain_sqla' in viz.controls ? { time_grain_sqla: null } : {});
  return { draft: { name: '', vizType: viz.type, form }, isComplete: isComplete(viz, form, dataset) };
}

function isComplete(viz: AnyViz, form: Parameters<AnyViz['validate']>[0], dataset: DatasetFields): boolean {
  return Object.keys(viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows })).length === 0;
}
