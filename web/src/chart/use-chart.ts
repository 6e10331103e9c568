import { useQueryClient, type QueryClient } from '@tanstack/react-query';
import type { RawForm } from '@tessera/core/form-data';
import type { AnyViz } from '@tessera/viz/erase';
import { stableJson } from '@tessera/core/stable-json';
import { useCallback, useEffect, useLayoutEffect, useMemo, useReducer, useRef, useState } from 'react';
import { useOnReturn } from '../api/reachability.ts';
import { howToAsk, type LastAsked } from './asking.ts';
import { annotationDataOf, type AnnotationStates } from './annotation-status.ts';
import { fetchChartData, readFailure, type ChartResult, type Datasource } from './chart-data.ts';
import { chartReducer, emptyChart, type ChartState } from './chart-status.ts';
import { chartPlaces, joinQueue, nextAsk } from './queue.ts';
import { splitLayers, useAnnotations, type Layered } from './use-annotations.ts';
import { useViz, useVizDefinition, type LoadedViz } from './use-viz.ts';

export type ChartInput = {
  /** `new` before the first save. */
  readonly chartId: number | 'new';
  readonly vizType: string;
  /** Form data to show; null while there is nothing to ask yet. Render-only changes draw again without a request. */
  readonly form: RawForm | null;
  readonly datasource: Datasource | null;
  /** Database of the dataset, for the place in its queue; null while the page does not know it. */
  readonly databaseId?: number | null;
  readonly dashboardId?: number | null;
  /** A new number asks again even when nothing else changed; the cache of the page is then passed by. */
  readonly run?: number;
  /** Past the server's cache as well, for the first request. */
  readonly force?: boolean;
  /** False keeps a chart that is not on screen from asking. */
  readonly enabled?: boolean;
};

/** What the server said, and to which question. */
type Answer = {
  readonly key: string;
  readonly vizType: string;
  readonly form: RawForm;
  readonly results: readonly ChartResult[];
};

/** One picture: the answer, the form that asked for it, and the type that draws it. */
export type Shown = {
  readonly key: string;
  readonly loaded: LoadedViz;
  readonly form: RawForm;
  readonly results: readonly ChartResult[];
};

export type ChartControl = {
  readonly state: ChartState;
  /** The name of the newest request; see `useQueryProgress`. Null before the first. */
  readonly ask: string | null;
  /** The last answer, kept while a newer one is on its way or cannot be asked for; null before the first. */
  readonly shown: Shown | null;
  readonly loaded: LoadedViz | null;
  /** The queries of the annotation layers; their records are in `shown` already. */
  readonly annotations: AnnotationStates;
  readonly ownState: RawForm;
  readonly setOwnState: (state: RawForm) => void;
  readonly stop: () => void;
  /** Ask again; `force` goes past the server's cache. */
  readonly refresh: (force?: boolean) => void;
  readonly onRendered: () => void;
  readonly onFailed: (error: unknown) => void;
};

/** An answer is as good as new for this long: going back to earlier settings is then instant. */
const FRESH_MS = 60_000;
const noState: RawForm = {};

/**
 * The data and the life of one chart.
 *
 * Latest wins: a newer request stops the older one, and an answer of an older one is dropped by the reducer.
 */
export function useChart({
  chartId,
  vizType,
  form,
  datasource,
  databaseId = null,
  dashboardId = null,
  run = 0,
  force = false,
  enabled = true,
}: ChartInput): ChartControl {
  const client = useQueryClient();
  const [asking, setAsking] = useState<string | null>(null);
  // The definition is enough to ask; the code that draws loads while the database works.
  const definition = useVizDefinition(vizType);
  const drawing = useViz(vizType);
  const viz = definition.data ?? null;
  const loaded = drawing.data ?? null;
  const [state, dispatch] = useReducer(chartReducer, emptyChart);
  const [answer, setAnswer] = useState<Answer | null>(null);
  const [shown, setShown] = useState<Shown | null>(null);
  const [ownState, setOwnState] = useState<RawForm>(noState);
  const [attempt, setAttempt] = useState({ number: 0, force });
  const request = useRef(0);
  const controller = useRef<AbortController | null>(null);
  const last = useRef<LastAsked>({ run, attempt: null });

  const datasourceId = datasource?.id ?? null;
  const asked = useMemo(
    () => (viz && form && viz.type === vizType ? ask(viz, form, ownState) : null),
    [viz, form, ownState, vizType],
  );
  const key = asked?.ok === true && datasource ? stableJson([datasource, asked.queries]) : null;
  // A first save gives the chart its id; that alone asks for nothing.
  const current = useRef({ asked, viz, form, datasource, databaseId, chartId, dashboardId });
  useLayoutEffect(() => {
    current.current = { asked, viz, form, datasource, databaseId, chartId, dashboardId };
  });

  useEffect(() => {
    dispatch({ type: 'datasource_changed' });
    setOwnState(noState);
  }, [datasourceId]);

  const typeError = definition.error ?? drawing.error;
  const askError = asked?.ok === false ? asked.error : null;
  useEffect(() => {
    const error = typeError ?? askError;
    if (error === null) return;
    request.current += 1;
    dispatch({ type: 'update_started', request: request.current, now: Date.now() });
    dispatch({ type: 'update_failed', request: request.current, now: Date.now(), failure: readFailure(error) });
  }, [typeError, askError]);

  useEffect(() => {
    const { asked, viz, form, datasource, chartId, dashboardId } = current.current;
    if (!enabled || key === null || asked?.ok !== true || !viz || !form || !datasource) return;
    const { isAgain, isForced } = howToAsk({ run, attempt }, last.current);
    last.current = { run, attempt: attempt.number };
    const number = (request.current += 1);
    const abort = new AbortController();
    controller.current = abort;
    const cacheKey = ['chart-data', key];

    dispatch({ type: 'update_started', request: number, now: Date.now() });
    const succeed = (results: readonly ChartResult[]) => {
      performance.mark(`chart:${chartId}:queried`);
      dispatch({ type: 'update_succeeded', request: number, now: Date.now() });
      setAnswer({ key, vizType: viz.type, form, results });
    };
    const known = isAgain || isForced ? undefined : freshAnswer(client, cacheKey);
    if (known) {
      succeed(known);
      return () => abort.abort();
    }
    const name = nextAsk();
    setAsking(name);
    const leaveQueue = joinQueue(name, () => current.current.databaseId);
    const question = {
      datasource,
      queries: asked.queries,
      form,
      chartId: chartId === 'new' ? null : chartId,
      dashboardId,
      force: isForced,
      ask: name,
    };
    fetchChartData(question, abort.signal, chartPlaces)
      .then((results) => {
        if (abort.signal.aborted) return;
        client.setQueryData(cacheKey, results);
        succeed(results);
      })
      .catch((error: unknown) => {
        if (abort.signal.aborted) return;
        dispatch({ type: 'update_failed', request: number, now: Date.now(), failure: readFailure(error) });
      })
      .finally(leaveQueue);
    return () => abort.abort();
  }, [key, run, attempt, enabled, client]);

  // The last picture stays until the next one can be drawn: its answer and the code of its type are both here.
  useEffect(() => {
    if (answer && loaded?.viz.type === answer.vizType)
      setShown({ key: answer.key, loaded, form: answer.form, results: answer.results });
  }, [answer, loaded]);

  const stop = useCallback(() => {
    controller.current?.abort();
    dispatch({ type: 'update_stopped', now: Date.now() });
  }, []);
  const refresh = useCallback((force = false) => setAttempt(({ number }) => ({ number: number + 1, force })), []);
  useOnReturn(() => {
    if (state.failure?.isUnanswered === true) refresh();
  });
  const onRendered = useCallback(() => dispatch({ type: 'rendering_succeeded' }), []);
  const onFailed = useCallback((error: unknown) => {
    const known = error instanceof Error ? error : null;
    dispatch({ type: 'rendering_failed', reason: known?.message ?? String(error), stack: known?.stack ?? null });
  }, []);

  useEffect(() => {
    if (state.status === 'rendered') performance.mark(`chart:${current.current.chartId}:rendered`);
  }, [state.status, state.request]);

  // The same answer with other colours is another picture of it; a form that asks something else waits for its answer.
  const annotations = useAnnotations({
    layered: asked?.ok === true ? asked : null,
    form,
    datasource,
    chartId: chartId === 'new' ? null : chartId,
    dashboardId,
    run,
    attempt,
    enabled,
  });
  const picture = useMemo(() => {
    const [first, ...others] = shown?.results ?? [];
    const annotated =
      !shown || !first || annotations.size === 0
        ? shown
        : { ...shown, results: [{ ...first, annotations: annotationDataOf(annotations) }, ...others] };
    return annotated && key === annotated.key && form && loaded ? { ...annotated, form, loaded } : annotated;
  }, [shown, key, form, loaded, annotations]);
  return {
    state,
    ask: asking,
    shown: picture,
    loaded,
    annotations,
    ownState,
    setOwnState,
    stop,
    refresh,
    onRendered,
    onFailed,
  };
}

type Asked = ({ readonly ok: true } & Layered) | { readonly ok: false; readonly error: unknown };

/** A form that a script wrote may hold anything; what its type cannot ask is an error of this chart alone. */
function ask(viz: AnyViz, form: RawForm, ownState: RawForm): Asked {
  try {
    return { ok: true, ...splitLayers(viz.buildQueries(form, { ownState })) };
  } catch (error) {
    return { ok: false, error };
  }
}

function freshAnswer(client: QueryClient, cacheKey: readonly unknown[]): readonly ChartResult[] | undefined {
  const entry = client.getQueryState<readonly ChartResult[]>(cacheKey);
  return entry?.data !== undefined && Date.now() - entry.dataUpdatedAt < FRESH_MS ? entry.data : undefined;
}
