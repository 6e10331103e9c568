import { chartHref, hrefOf, newChartHref } from '@tessera/core/pages';
import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { ChartRow, DashboardRow, DatasetRow } from '@tessera/server/contract';
import { listAddress, type ListAnswer } from '../api/list.ts';
import { holds, type Me } from '../api/me.ts';
import { request } from '../api/client.ts';
import type { ObjectKind } from '../api/recent.ts';
import type { PaletteItem } from './palette-items.ts';

type Source = {
  readonly kind: ObjectKind;
  readonly view: string;
  readonly title: 'dashboard_title' | 'slice_name' | 'table_name';
  readonly search: { readonly col: string; readonly opr: string };
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
    search: { col: 'dashboard_title', opr: 'title_or_slug' },
    href: ({ id, slug }) => hrefOf('dashboard', { key: slug || id }),
  },
  {
    kind: 'chart',
    view: 'Chart',
    title: 'slice_name',
    search: { col: 'slice_name', opr: 'chart_all_text' },
    href: ({ id }) => chartHref(id),
  },
  {
    kind: 'dataset',
    view: 'Dataset',
    title: 'table_name',
    search: { col: 'table_name', opr: 'ct' },
    href: ({ id }) => newChartHref(id),
  },
];

/** Objects whose name, description or query holds the search; without a search, those changed last. */
export function foundObjects(user: Me, search: string) {
  return queryOptions({
    queryKey: ['palette', search] as const,
    queryFn: async ({ signal }) => {
      const asked = sources.filter((source) => holds(user, 'can_read', source.view));
      const answers = await Promise.all(asked.map((source) => ask(source, search, signal)));
      return answers.flat();
    },
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    retry: false,
  });
}

async function ask(source: Source, search: string, signal: AbortSignal): Promise<readonly PaletteItem[]> {
  const address = listAddress(source.kind, {
    columns: ['id', source.title, ...(source.kind === 'dashboard' ? ['slug'] : [])],
    ...(search === '' ? {} : { filters: [{ ...source.search, value: search }] }),
    orderColumn: source.kind === 'chart' ? 'last_saved_at' : 'changed_on_delta_humanized',
    orderDirection: 'desc',
    page: 0,
    pageSize: search === '' ? 100 : 15,
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
