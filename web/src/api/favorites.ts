import { queryOptions, type QueryClient } from '@tanstack/react-query';
import { toRison } from '@tessera/core/rison';
import type { FavoriteStatus } from '@tessera/server/contract';
import { request } from './client.ts';
import { listAddress, type ListAnswer } from './list.ts';

export type StarredType = 'chart' | 'dashboard' | 'saved_query' | 'tag';

/** The filter of lists that leaves what the user has starred. */
const starredFilters: Readonly<Record<StarredType, string>> = {
  chart: 'chart_is_favorite',
  dashboard: 'dashboard_is_favorite',
  saved_query: 'saved_query_is_fav',
  tag: 'tag_is_favorite',
};

/** Which of these objects the user has starred ([7.3-02], [7.4-07]). */
export function favoriteStatus(type: StarredType, ids: readonly number[]) {
  const sorted = ids.toSorted((a, b) => a - b);
  return queryOptions({
    queryKey: ['favorite', type, sorted] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> => {
      const { result } = await request<FavoriteStatus>(
        `/${type}/favorite_status/?q=${encodeURIComponent(toRison(sorted))}`,
        {
          signal,
        },
      );
      return new Set(result.filter((entry) => entry.value).map((entry) => entry.id));
    },
    enabled: ids.length > 0,
    staleTime: 30_000,
  });
}

/** Everything of a type that the user has starred; one question for a whole list. */
export function myFavorites(type: StarredType) {
  const query = { columns: ['id'], filters: [{ col: 'id', opr: starredFilters[type], value: true }], pageSize: -1 };
  return queryOptions({
    queryKey: ['favorite', type, 'mine'] as const,
    queryFn: async ({ signal }): Promise<ReadonlySet<number>> =>
      new Set(
        (await request<ListAnswer<Pick<FavoriteStatus['result'][number], 'id'>>>(listAddress(type, query), { signal }))
          .ids,
      ),
    staleTime: 30_000,
  });
}

/** Star or unstar; every list that shows it is brought up to date at once and put back when the server refuses. */
export async function setFavorite(
  client: QueryClient,
  type: StarredType,
  id: number,
  isFavorite: boolean,
): Promise<void> {
  const apply = (value: boolean) =>
    client.setQueriesData<ReadonlySet<number>>({ queryKey: ['favorite', type] }, (starred) => {
      if (!starred) return starred;
      const others = [...starred].filter((other) => other !== id);
      return new Set(value ? [...others, id] : others);
    });
  apply(isFavorite);
  try {
    await request(`/${type}/${id}/favorites/`, { method: isFavorite ? 'POST' : 'DELETE' });
  } catch (error) {
    apply(!isFavorite);
    throw error;
  }
}
