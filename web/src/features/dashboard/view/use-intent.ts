import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import { columnLabel } from '@tessera/core/form-data';
import type { AppliedMask } from '@tessera/core/effective-query/sources';
import type { CrossFilterScope } from '@tessera/core/native-filters/cross-filters';
import { comingSelections, type Coming } from '@tessera/viz/coming';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { Prepared } from '@tessera/server/contract';
import { request } from '../../../api/client.ts';
import { chartDataBody, chartDataSearch } from '../../../chart/chart-data.ts';
import { drawnOf } from '../../../chart/files/drawn.ts';
import type { ChartInput, Shown } from '../../../chart/use-chart.ts';
import { useFilters } from '../filters/FilterProvider.tsx';
import { runningCount, useBoard, useStatuses } from './chart-board.tsx';

/** A pointer that rests for so long means it. */
const REST_MS = 150;
/** A picture of more rows than this has more marks than anybody prepares for. */
const MOST_ROWS = 20_000;

/**
 * Whoever comes near a chart may select on it next: the server hears what that may be, and makes the answers quick
 * where the dataset is accelerated. @returns whether somebody is near, and handlers of its card
 */
export function useIntent(componentId: string, chartId: number) {
  const { handles } = useBoard();
  const { selections, masks } = useFilters();
  const scope = selections.get(chartId) ?? null;
  const [isNear, setNear] = useState(false);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  // At every step of a brush charts run and masks change: that is followed by the card with the pointer alone.
  const isBusy = useStatuses((statuses) => isNear && runningCount(statuses) > 0);
  const prepared = useRef('');
  // What is selected on the chart itself changes at every step of a brush, and is no part of what is prepared.
  const others = useMemo(
    () =>
      isNear
        ? JSON.stringify(withoutOwn(masks, chartId).map(({ source, extraFormData }) => [source, extraFormData]))
        : '',
    [isNear, masks, chartId],
  );
  useEffect(() => {
    if (!isNear || isBusy || scope === null) return;
    const own = handles.get(componentId);
    const shown = own?.shown() ?? null;
    if (shown === null) return;
    const isOf = `${shown.key} ${others}`;
    if (prepared.current === isOf) return;
    const requests = [...handles.values()].flatMap((handle) =>
      requestOf({ shown: handle.shown(), input: handle.input() }, chartId, scope),
    );
    const coming = requests.length === 0 ? [] : comingOn(shown, scope);
    if (coming.length === 0) return;
    const controller = new AbortController();
    const body = { requests, coming };
    const sent = { method: 'POST', csrf: false, body, signal: controller.signal } as const;
    // It is only a preparation: without it selections are answered as ever.
    request<Prepared>('/chart/data/prepare', sent).then(
      () => (prepared.current = isOf),
      () => undefined,
    );
    return () => controller.abort();
  }, [handles, componentId, chartId, scope, isNear, isBusy, others]);

  useEffect(() => () => clearTimeout(timer.current), []);
  const come = useCallback(() => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => setNear(true), REST_MS);
  }, []);
  const leave = useCallback(() => {
    clearTimeout(timer.current);
    setNear(false);
  }, []);
  return { isNear, card: { onPointerEnter: come, onPointerLeave: leave, onFocus: come, onBlur: leave } };
}

/** Whether answers of a chart are made quick: its rows come from an extract. */
export function isQuick({ results }: Shown): boolean {
  return results.length > 0 && results.every(({ isOfExtract }) => isOfExtract);
}

/** What may be selected on a picture, of the dimensions that its author lets it send. */
function comingOn(shown: Shown, { columns }: CrossFilterScope): readonly Coming[] {
  const drawn = drawnOf(shown);
  if (drawn === null || shown.results.some(({ table }) => table.rowCount > MOST_ROWS)) return [];
  const { picture, context } = drawn;
  const { viz } = picture.loaded;
  const inputs = { ...context.inputs, emits: true };
  const marks = viz.marks(picture.results, picture.form, context);
  return comingSelections(marks, (event) => viz.select(event, picture.results, picture.form, inputs))
    .map((coming) => coming.filter(({ col }) => columns === null || columns.includes(columnLabel(col))))
    .filter((coming) => coming.length > 0);
}

/** Masks but for what is selected on a chart. */
function withoutOwn(masks: readonly AppliedMask[], chartId: number): readonly AppliedMask[] {
  return masks.filter(({ source }) => source.kind !== 'cross_filter' || source.chartId !== chartId);
}

type Known = { readonly shown: Shown | null; readonly input: ChartInput };

/** What a chart in scope asks without the selection on this one. */
function requestOf({ shown, input }: Known, chartId: number, scope: CrossFilterScope): readonly object[] {
  const { datasource } = input;
  if (shown === null || datasource === null || typeof input.chartId !== 'number') return [];
  if (!scope.chartsInScope.includes(input.chartId) || !isQuick(shown)) return [];
  const { viz } = shown.loaded;
  const masks = withoutOwn(input.masks ?? [], chartId);
  const { form, queries } = effectiveQuery({ ...shown.effective.input, masks }, viz.buildQueries);
  const asked = { chartId: input.chartId, dashboardId: input.dashboardId ?? null, force: false };
  return [{ search: chartDataSearch(asked), ...chartDataBody({ datasource, queries, form, force: false }) }];
}
