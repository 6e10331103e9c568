import type { ChartRow } from '@tessera/server/contract';
import { t, tn } from '@tessera/core/messages';
import type { ListAnswer } from '../../api/list.ts';

/** Rows by id out of the lists that are on screen, in the order of `ids`. */
export function rowsInCache<T extends { readonly id: number }>(
  lists: readonly (readonly [unknown, ListAnswer<T> | undefined])[],
  ids: readonly number[],
): readonly T[] {
  const byId = new Map(lists.flatMap(([, answer]) => answer?.result ?? []).map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

const named = 5;

/** `"A", "B" and 3 more`. */
export function someNames(names: readonly string[]): string {
  const shown = names
    .slice(0, named)
    .map((name) => `"${name}"`)
    .join(', ');
  return names.length <= named
    ? shown
    : tn('%(names)s and 1 more', '%(names)s and %(count)s more', names.length - named, { names: shown });
}

/** What the deletion of charts means for dashboards, in one sentence. */
export function chartsUsedText(
  charts: readonly { readonly dashboards: readonly Pick<ChartRow['dashboards'][number], 'dashboard_title'>[] }[],
): string {
  const dashboards = [
    ...new Set(charts.flatMap((chart) => chart.dashboards.map((dashboard) => dashboard.dashboard_title))),
  ];
  const isOne = charts.length === 1;
  return dashboards.length === 0
    ? t(isOne ? 'It is on no dashboard that you can see.' : 'They are on no dashboard that you can see.')
    : t(isOne ? 'It disappears from %(dashboards)s.' : 'They disappear from %(dashboards)s.', {
        dashboards: someNames(dashboards),
      });
}
