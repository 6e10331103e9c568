import { useQuery } from '@tanstack/react-query';
import type { DashboardRow as Dashboard, DashboardSaved } from '@tessera/server/contract';
import { t } from '@tessera/core/messages';
import { useState } from 'react';
import { request } from '../api/client.ts';
import { dashboardTabs, placeInTab } from '../api/dashboard-tabs.ts';
import { listOf, type ListFilter } from '../api/list.ts';
import { describeError } from '../ui/feedback/describe-error.ts';
import { toast } from '../ui/feedback/toast-store.ts';

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
  const [chosenTab, setTab] = useState<string | null>(null);
  const tabs = useQuery(dashboardTabs(target !== null && !isNewTarget(target) ? target.id : null)).data ?? [];
  const tab = tabs.find(({ id }) => id === chosenTab) ?? tabs[0] ?? null;
  return {
    target,
    offered,
    /** Those of the dashboard that is chosen. */
    tabs,
    /** The one that gets the chart; null where there are none. */
    tab,
    chooseTab: setTab,
    /** Puts a saved chart where it was wanted. It is on the dashboard also where that fails, which is reported. */
    place: async (dashboardId: number, chart: { readonly id: number; readonly name: string }): Promise<void> => {
      if (tab === null) return;
      await placeInTab(dashboardId, tab.id, chart).catch((reason: unknown) =>
        toast.danger(t('The chart could not be put in the tab: %s', describeError(reason).title)),
      );
    },
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

function isNewTarget(target: NonNullable<DashboardChoice>): boolean {
  return target.id === null || ('isNew' in target && target.isNew);
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
