import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { applyUpdates, pastQueriesResource, type PastQuery } from '../../../api/past-queries.ts';
import type { ListAnswer } from '../../../api/list.ts';
import { updatedQueries } from '../../../api/sql-lab.ts';

/** What runs is looked at so often; nobody looks at a page in the background. */
const POLL_MS = 2000;

/** Keeps the list as the server has it: states, rows and ends change in place, and what is new brings it anew. */
export function useLiveQueries(): void {
  const client = useQueryClient();
  const since = useRef(0);
  const updates = useQuery({
    queryKey: ['query-updates'],
    queryFn: async ({ signal }) => {
      if (since.current === 0)
        since.current = newestChange(client.getQueriesData({ queryKey: [pastQueriesResource, 'list'] }));
      // Nothing is on screen yet: there is nothing to keep.
      if (since.current === 0) return [];
      const changed = await updatedQueries(since.current, signal);
      since.current = Math.max(since.current, ...changed.map(({ changed_on: at }) => Date.parse(at)));
      return changed;
    },
    refetchInterval: POLL_MS,
    gcTime: 0,
    retry: false,
  }).data;
  useEffect(() => {
    if (!updates || updates.length === 0) return;
    const unknown = applyUpdates(client, updates);
    if (unknown.length > 0) void client.invalidateQueries({ queryKey: [pastQueriesResource, 'list'] });
  }, [client, updates]);
}

/** By the clock of the server. */
function newestChange(lists: readonly (readonly [unknown, ListAnswer<PastQuery> | undefined])[]): number {
  const times = lists.flatMap(([, answer]) => (answer?.result ?? []).map(({ changed_on: at }) => Date.parse(at)));
  return Math.max(0, ...times);
}
