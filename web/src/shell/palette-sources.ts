import { chartHref, hrefOf, newChartHref, savedQueryHref } from '@tessera/core/pages';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import type {
  ChartRow,
  DashboardRow,
  DatasetRow,
  Finding,
  FindingsBody,
  SavedQueryRow,
} from '@tessera/server/contract';
import { listAddress, type ListAnswer } from '../api/list.ts';
import { holds, type Me } from '../api/me.ts';
import { request } from '../api/client.ts';
import type { ObjectKind } from '../api/recent.ts';
import type { PaletteItem } from './palette-items.ts';

type Source = {
  readonly kind: ObjectKind;
  readonly view: string;
  readonly title: 'dashboard_title' | 'slice_name' | 'table_name';
  readonly href: (row: Row) => string;
};
type Row = Pick<DashboardRow, 'id'> &
  Partial<
    Pick<DashboardRow, 'slug' | 'dashboard_title'> & Pick<ChartRow, 'slice_name'> & Pick<DatasetRow, 'table_name'>
  >;

const sources: readonly Source[] = [
  {
    kind: 'dashboard',
    view: 'Dashboard',
    title: 'dashboard_title',
    href: ({ id, slug }) => hrefOf('dashboard', { key: slug || id }),
  },
  {
    kind: 'chart',
    view: 'Chart',
    title: 'slice_name',
    href: ({ id }) => chartHref(id),
  },
  {
    kind: 'dataset',
    view: 'Dataset',
    title: 'table_name',
    href: ({ id }) => newChartHref(id),
  },
];

/** What was changed last, to be found at once by its name. */
export function loadedObjects(user: Me) {
  return queryOptions({
    queryKey: ['palette'] as const,
    queryFn: async ({ signal }) => {
      const asked = sources.filter((source) => holds(user, 'can_read', source.view));
      const answers = await Promise.all([
        ...asked.map((source) => ask(source, signal)),
        ...(holds(user, 'can_read', 'SavedQuery') ? [askSavedQueries(signal)] : []),
      ]);
      return answers.flat();
    },
    staleTime: 60_000,
    retry: false,
  });
}

/** Objects, columns and metrics whose name, description or SQL holds the search. */
export function foundObjects(search: string) {
  return queryOptions({
    queryKey: ['palette', search] as const,
    queryFn: async ({ signal }) => {
      const { result } = await request<FindingsBody>(`/search/?text=${encodeURIComponent(search)}`, { signal });
      return result.map(itemOf);
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

/** A finding as a line: where it leads, and where the text stands if not in the name. */
export function itemOf({ kind, id, title, slug, dataset, excerpt }: Finding): PaletteItem {
  const part = kind === 'column' || kind === 'metric' ? `:${title}` : '';
  return {
    key: `${kind}:${id}${part}`,
    kind,
    title,
    note: excerpt ?? placeOf(kind, dataset),
    href: hrefs[kind]({ id, slug }),
  };
}

function placeOf(kind: Finding['kind'], dataset: string | null): string {
  if (dataset === null) return '';
  return kind === 'metric' ? t('Metric of %s', dataset) : t('Column of %s', dataset);
}

const hrefs: Readonly<Record<Finding['kind'], (row: Pick<Finding, 'id' | 'slug'>) => string>> = {
  dashboard: ({ id, slug }) => hrefOf('dashboard', { key: slug || id }),
  chart: ({ id }) => chartHref(id),
  dataset: ({ id }) => newChartHref(id),
  column: ({ id }) => newChartHref(id),
  metric: ({ id }) => newChartHref(id),
  tag: ({ id }) => hrefOf('tag', { id }),
  saved_query: ({ id }) => savedQueryHref(id),
};

async function askSavedQueries(signal: AbortSignal): Promise<readonly PaletteItem[]> {
  const address = listAddress('saved_query', {
    columns: ['id', 'label'],
    orderColumn: 'changed_on_delta_humanized',
    orderDirection: 'desc',
    page: 0,
    pageSize: 100,
  });
  const { result } = await request<ListAnswer<Pick<SavedQueryRow, 'id' | 'label'>>>(address, { signal });
  return result.map(({ id, label }) => ({
    key: `saved_query:${id}`,
    kind: 'saved_query',
    title: label,
    note: '',
    href: savedQueryHref(id),
  }));
}

async function ask(source: Source, signal: AbortSignal): Promise<readonly PaletteItem[]> {
  const address = listAddress(source.kind, {
    columns: ['id', source.title, ...(source.kind === 'dashboard' ? ['slug'] : [])],
    orderColumn: source.kind === 'chart' ? 'last_saved_at' : 'changed_on_delta_humanized',
    orderDirection: 'desc',
    page: 0,
    pageSize: 100,
  });
  const answer = await request<ListAnswer<Row>>(address, { signal });
  return answer.result.map((row) => ({
    key: `${source.kind}:${row.id}`,
    kind: source.kind,
    title: row[source.title] ?? '',
    note: '',
    href: source.href(row),
  }));
}
