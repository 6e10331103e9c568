import { useQueryClient } from '@tanstack/react-query';
import {
  needsRecords,
  readAnnotationLayers,
  readAnnotationRecords,
  type AnnotationLayer,
  type AnnotationRecords,
} from '@tessera/core/annotations/layer';
import type { RawForm } from '@tessera/core/form-data';
import type { QueryObject } from '@tessera/core/query-object';
import { stableJson } from '@tessera/core/stable-json';
import { useEffect, useLayoutEffect, useReducer, useRef } from 'react';
import { request as ask } from '../api/client.ts';
import { limits } from '../api/limits.ts';
import { howToAsk, type LastAsked, type Wish } from './asking.ts';
import { annotationReducer, noAnnotations, type AnnotationStates } from './annotation-status.ts';
import { chartDataSearch, type Datasource } from './chart-data.ts';
import { chartPlaces } from './queue.ts';

/**
 * A query as the chart asks it, and the layers over it: they are asked for apart, so that one that fails takes only
 * itself away.
 */
export type Layered = { readonly queries: readonly QueryObject[]; readonly layers: readonly RawForm[] };

export type AnnotationsInput = Wish & {
  /** Null while there is nothing to ask. */
  readonly layered: Layered | null;
  readonly form: RawForm | null;
  readonly datasource: Datasource | null;
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  readonly enabled: boolean;
};

const FRESH_MS = 60_000;

/**
 * Take the layers that are shown out of queries, under the names that they have among all of them: each is asked for by
 * itself.
 */
export function splitLayers(queries: readonly QueryObject[]): Layered {
  const stored = (queries[0]?.annotation_layers ?? []).filter((layer) => readAnnotationLayers([layer]).length > 0);
  const layers = readAnnotationLayers(stored).flatMap(({ show, name }, index) =>
    show ? [{ ...stored[index], name }] : [],
  );
  return { queries: queries.map((query) => ({ ...query, annotation_layers: [] })), layers };
}

/**
 * What the layers of a chart draw, each asked for by itself ([7.1-03]); formulas are read here and nowhere asked for.
 */
export function useAnnotations({
  layered,
  form,
  datasource,
  chartId,
  dashboardId,
  run,
  attempt,
  enabled,
}: AnnotationsInput): AnnotationStates {
  const client = useQueryClient();
  const [states, dispatch] = useReducer(annotationReducer, noAnnotations);
  const number = useRef(0);
  const last = useRef<LastAsked>({ run, attempt: null });
  const key = layered && datasource ? stableJson([datasource, layered.queries[0] ?? null, layered.layers]) : null;
  const current = useRef({ layered, form, datasource, chartId, dashboardId });
  useLayoutEffect(() => {
    current.current = { layered, form, datasource, chartId, dashboardId };
  });

  useEffect(() => {
    const { layered, form, datasource, chartId, dashboardId } = current.current;
    const query = layered?.queries[0];
    if (!enabled || key === null || !layered || !query || !datasource) return;
    const { isAgain, isForced } = howToAsk({ run, attempt }, last.current);
    last.current = { run, attempt: attempt.number };
    const request = (number.current += 1);
    const abort = new AbortController();
    const named = layered.layers.flatMap((layer) =>
      readAnnotationLayers([layer]).map((read) => ({ layer, read, name: read.name })),
    );
    dispatch({ type: 'annotations_started', names: named.map(({ name }) => name), request });
    for (const { layer, read, name } of named) {
      if (!needsRecords(read)) {
        checkFormula(read).then(
          () => dispatch({ type: 'annotation_succeeded', name, request, records: noRecords }),
          (error: unknown) => dispatch({ type: 'annotation_failed', name, request, error }),
        );
        continue;
      }
      const cacheKey = ['annotation', stableJson([datasource, query, layer])];
      const known = isAgain || isForced ? undefined : client.getQueryState<AnnotationRecords>(cacheKey);
      if (known?.data && Date.now() - known.dataUpdatedAt < FRESH_MS) {
        dispatch({ type: 'annotation_succeeded', name, request, records: known.data });
        continue;
      }
      fetchAnnotation(
        { datasource, query, layer, name, form: form ?? {}, chartId, dashboardId, force: isForced },
        abort.signal,
      )
        .then((records) => {
          client.setQueryData(cacheKey, records);
          dispatch({ type: 'annotation_succeeded', name, request, records });
        })
        .catch((error: unknown) => dispatch({ type: 'annotation_failed', name, request, error }));
    }
    return () => abort.abort();
  }, [key, run, attempt, enabled, client]);

  return states;
}

const noRecords: AnnotationRecords = { columns: [], records: [] };

/** @throws Error with the reason when a formula cannot be read: it would be missing on the chart without a word */
async function checkFormula({ value }: AnnotationLayer): Promise<void> {
  const { parseFormula } = await import('@tessera/viz/shared/formula');
  const parsed = parseFormula(String(value ?? ''));
  if (!parsed.ok) throw new Error(parsed.reason);
}

type Asked = {
  readonly datasource: Datasource;
  readonly query: QueryObject;
  readonly layer: RawForm;
  readonly name: string;
  readonly form: RawForm;
  readonly chartId: number | null;
  readonly dashboardId: number | null;
  readonly force: boolean;
};

/** @throws ApiError as the client does, with status 408 for a timeout; DOMException AbortError when stopped */
async function fetchAnnotation(
  { datasource, query, layer, name, form, ...address }: Asked,
  signal: AbortSignal,
): Promise<AnnotationRecords> {
  const body = {
    datasource,
    force: address.force,
    queries: [{ ...query, annotation_layers: [layer] }],
    form_data: form,
    result_format: 'json',
    result_type: 'full',
  };
  const answer = await chartPlaces.run(signal, () =>
    ask<Answer>(`/chart/data/annotation${chartDataSearch(address)}`, {
      method: 'POST',
      csrf: false,
      body,
      signal,
      timeoutMs: limits.timeoutMs,
    }),
  );
  const found = new Map(Object.entries(answer.result[0]?.annotation_data ?? {}));
  return readAnnotationRecords(found.get(name)) ?? { columns: [], records: [] };
}

type Answer = { readonly result: readonly { readonly annotation_data?: Readonly<Record<string, unknown>> }[] };
