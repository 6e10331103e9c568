import { useQuery } from '@tanstack/react-query';
import type { DashboardRow as Dashboard, DashboardSaved } from '@tessera/server/contract';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { listOf, type ListFilter } from '../api/list.ts';

type DashboardChoice =
  | { readonly id: number; readonly title: string; readonly isNew?: boolean }
  | { readonly id: null; readonly title: string }
  | null;

/** The dashboard that gets the chart: a known one, a new one by its title, or none. */
export function useDashboardChoice(presetId: number | null) {
  const [search, setSearch] = useState('');
  const [choice, setChoice] = useState<DashboardChoice>(null);
  const answer = useQuery(dashboardsByTitle(search));
  const offered = answer.data?.result ?? [];
  const preset = presetId === null || choice !== null ? undefined : offered.find((one) => one.id === presetId);
  const target: DashboardChoice = choice ?? (preset ? { id: preset.id, title: preset.dashboard_title } : null);
  return {
    target,
    offered,
    isFetching: answer.isFetching,
    setSearch,
    /** @param value - an id, the title of a new one, or `null` for none */
    choose: (value: string | null) => {
      setSearch('');
      const known = offered.find((one) => String(one.id) === value);
      if (value === null) setChoice(null);
      else setChoice(known ? { id: known.id, title: known.dashboard_title } : { id: null, title: value });
    },
    /** A new one is made first. When the chart cannot be saved then, the next attempt finds it. */
    make: async () => {
      if (target === null) return null;
      if (target.id !== null) return { isNew: false, ...target, id: target.id };
      const made = { id: await createDashboard(target.title), title: target.title, isNew: true };
      setChoice(made);
      return made;
    },
  };
}

export type DashboardTarget = ReturnType<typeof useDashboardChoice>;

async function createDashboard(title: string): Promise<number> {
  return (await request<DashboardSaved>('/dashboard/', { method: 'POST', body: { dashboard_title: title } })).id;
}

type DashboardRow = Pick<Dashboard, 'id' | 'dashboard_title'>;

/** Dashboards by title, the newest first; the server says which may be changed. */
function dashboardsByTitle(search: string) {
  return listOf<DashboardRow>('dashboard', {
    columns: ['id', 'dashboard_title'],
    filters:
      search === '' ? [] : [{ col: 'dashboard_title', opr: 'title_or_slug', value: search } satisfies ListFilter],
    orderColumn: 'changed_on_delta_humanized',
    orderDirection: 'desc',
    pageSize: 50,
  });
}
