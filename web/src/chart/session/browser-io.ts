import type { QueryClient } from '@tanstack/react-query';
import { readAnnotationRecords } from '@tessera/core/annotations/layer';
import type { AnnotationsBody } from '@tessera/server/contract';
import { request } from '../../api/client.ts';
import { logEvent } from '../../api/event-log.ts';
import { limits } from '../../api/limits.ts';
import { useReachability } from '../../api/reachability.ts';
import { chartDataBody, chartDataSearch, fetchChartData } from '../chart-data.ts';
import { chartRequests } from '../chart-requests.ts';
import { chartSlots, joinQueue, nextRequestId } from '../queue.ts';
import { paintedAnswer } from '../still/painted.ts';
import { loadedVizQuery, stillVizQuery, vizQuery } from '../use-viz.ts';
import { loadEvent } from './load-event.ts';
import type { SessionIo } from './session-io.ts';

/**
 * A session in a page: its code and answers are in the cache of queries, its requests share the places of all.
 */
export function createBrowserIo(client: QueryClient): SessionIo {
  return {
    now: () => Date.now(),
    newName: nextRequestId,
    definition: (vizType) => {
      const query = vizQuery(vizType);
      return client.getQueryData(query.queryKey) ?? client.fetchQuery(query);
    },
    drawing: (vizType, isStill) => {
      const query = isStill ? stillVizQuery(vizType) : loadedVizQuery(vizType);
      return client.getQueryData(query.queryKey) ?? client.fetchQuery(query);
    },
    fetchData: async (asked, signal) => {
      const since = performance.now();
      const results = await fetchChartData(asked, signal, chartRequests.ask);
      logEvent(loadEvent(asked, results, performance.now() - since));
      return results;
    },
    fetchLayer: async (asked, { layer, name }, signal) => {
      const queries = asked.queries.map((query) => ({ ...query, annotation_layers: [layer] }));
      const { result } = await chartSlots.run(signal, () =>
        request<AnnotationsBody>(`/chart/data/annotation${chartDataSearch(asked)}`, {
          method: 'POST',
          csrf: false,
          body: chartDataBody({ ...asked, queries }),
          signal,
          timeoutMs: limits.timeoutMs,
        }),
      );
      const found = new Map(Object.entries(result[0]?.annotation_data ?? {}));
      return readAnnotationRecords(found.get(name)) ?? { columns: [], records: [] };
    },
    checkFormula: async ({ value }) => {
      // A formula that cannot be read would be missing on the chart without a word.
      const { parseFormula } = await import('@tessera/viz/shared/formula');
      const parsed = parseFormula(String(value ?? ''));
      if (!parsed.ok) throw new Error(parsed.reason);
    },
    joinQueue,
    kept: {
      read: (key) => {
        const entry = client.getQueryState(key);
        if (entry?.data !== undefined) return { value: entry.data, at: entry.dataUpdatedAt };
        const [kind, question] = key;
        return kind === 'chart-data' && question !== undefined ? paintedAnswer(question) : null;
      },
      write: (key, value) => client.setQueryData(key, value),
    },
    mark: (name) => performance.mark(name),
    onReturn: (run) =>
      useReachability.subscribe((now, before) => {
        if (now.returns !== before.returns) run();
      }),
  };
}
