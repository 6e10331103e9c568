import type { HomeChart } from '../../api/home.ts';

/** Chart types of each dashboard, the most frequent first, each once: what its picture is made of. */
export function vizTypesByDashboard(
  charts: readonly Pick<HomeChart, 'viz_type' | 'dashboards'>[],
): ReadonlyMap<number, readonly string[]> {
  const counts = new Map<number, Map<string, number>>();
  for (const chart of charts) {
    for (const { id } of chart.dashboards) {
      const types = counts.get(id) ?? new Map<string, number>();
      counts.set(id, types.set(chart.viz_type, (types.get(chart.viz_type) ?? 0) + 1));
    }
  }
  return new Map(
    [...counts].map(([id, types]) => [id, [...types].toSorted((a, b) => b[1] - a[1]).map(([type]) => type)]),
  );
}
