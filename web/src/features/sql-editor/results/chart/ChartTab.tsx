import { useQuery, useQueryClient } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type { Table } from '@tessera/core/table';
import type { AnyViz } from '@tessera/viz/erase';
import { useEffect, useState } from 'react';
import { limits } from '../../../../api/limits.ts';
import { EditorContext } from '../../../../chart-editor/editor-context.ts';
import type { EditorStore } from '../../../../chart-editor/editor-store.ts';
import { firstForm } from '../../../../chart-editor/first-form.ts';
import { vizQuery } from '../../../../chart/use-viz.ts';
import { panelContext, type DatasetFields } from '../../../../controls/fields.ts';
import { EmptyState } from '../../../../ui/feedback/EmptyState.tsx';
import { ErrorCard } from '../../../../ui/feedback/ErrorCard.tsx';
import { Loading } from '../../../../ui/feedback/Spinner.tsx';
import type { ResultOf } from '../result-of.ts';
import { ChartBench } from './ChartBench.tsx';
import { chartStoreOf } from './chart-stores.ts';
import { resultFields } from './result-fields.ts';
import { suggestViz } from './suggest-viz.ts';

/** A chart of a result, in place: no dataset has to be named first. */
export function ChartTab({ tab, run, result }: ResultOf) {
  const { serverId } = run.query;
  const fields = useQuery({ ...resultFields(serverId ?? 0), enabled: serverId !== null });
  const store = chartStoreOf(tab.id);
  const problem = useBegun(store, fields.data, result.table);
  const isReady = store((state) => state.dataset !== null && state.dataset.id === serverId);
  if (serverId === null) return <EmptyState title={t('The query is not stored yet.')} drawing="chart" small />;
  if (fields.isError) return <ErrorCard error={fields.error} onRetry={() => void fields.refetch()} small />;
  if (problem !== null) return <ErrorCard error={problem} small />;
  if (fields.data === undefined || !isReady) return <Loading />;
  return (
    <EditorContext value={store}>
      <ChartBench tab={tab} run={run} result={result} dataset={fields.data} />
    </EditorContext>
  );
}

type Load = (type: string) => Promise<AnyViz>;

/** Begins the chart, or asks the new result what was asked of the one before. @returns what went wrong */
function useBegun(store: EditorStore, dataset: DatasetFields | undefined, table: Table): unknown {
  const client = useQueryClient();
  const [problem, setProblem] = useState<unknown>(null);
  const { rowCount } = table;
  useEffect(() => {
    if (dataset === undefined) return;
    begin(store, dataset, rowCount, (type) => client.ensureQueryData(vizQuery(type))).catch(setProblem);
  }, [client, store, dataset, rowCount]);
  return problem;
}

async function begin(store: EditorStore, dataset: DatasetFields, rowCount: number, load: Load): Promise<void> {
  const { dataset: before, draft, dispatch } = store.getState();
  if (before?.id === dataset.id) return;
  if (before !== null) {
    const viz = await load(draft.vizType);
    dispatch({ type: 'dataset_changed', dataset, viz });
    dispatch({ type: 'carried_seen' });
    if (isComplete(viz, store.getState().draft.form, dataset)) return dispatch({ type: 'followed' });
  }
  const viz = await load(suggestViz(dataset.columns, { rowCount }));
  const form = firstForm(viz, dataset);
  const first = { name: '', vizType: viz.type, form };
  dispatch({
    type: 'opened',
    opened: {
      address: '',
      dataset,
      chart: null,
      draft: first,
      base: first,
      saved: null,
      restored: null,
      runForm: isComplete(viz, form, dataset) ? form : null,
      refused: false,
    },
  });
}

function isComplete(viz: AnyViz, form: Parameters<AnyViz['validate']>[0], dataset: DatasetFields): boolean {
  return Object.keys(viz.validate(form, panelContext(dataset), { maxRowLimit: limits.maxRows })).length === 0;
}
