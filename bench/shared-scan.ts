import { Agent } from 'node:http';
import type { QueryContextBody } from './content.ts';
import { post, quantile, type Target } from './load.ts';

const revenue = {
  expressionType: 'SIMPLE',
  column: { column_name: 'revenue', type: 'DOUBLE' },
  aggregate: 'SUM',
  label: 'SUM(revenue)',
};
const quantity = {
  expressionType: 'SIMPLE',
  column: { column_name: 'qty', type: 'INTEGER' },
  aggregate: 'SUM',
  label: 'SUM(qty)',
};
const axis = (grain: string) => ({
  columnType: 'BASE_AXIS',
  expressionType: 'SQL',
  sqlExpression: 'ts',
  label: 'ts',
  timeGrain: grain,
});

/** The six distinct groupings of the dashboard that the goals describe. */
const groupings: readonly Record<string, unknown>[] = [
  { columns: [axis('P1D'), 'device'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 10_000 },
  { columns: ['country'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 20 },
  { columns: ['device'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 100 },
  { columns: [axis('P1M')], metrics: [revenue], row_limit: 10_000 },
  { columns: ['country', 'device'], metrics: [revenue, quantity], row_limit: 10_000 },
  { columns: ['device', 'campaign'], metrics: [revenue], orderby: [[revenue, false]], row_limit: 200 },
];
/** As after a click on a slice; and the whole table. */
const filters = { filtered: [{ col: 'device', op: 'IN', val: ['mobile'] }], unfiltered: [] } as const;

export type SharedScan = {
  readonly name: keyof typeof filters;
  /** Milliseconds: the sum of six requests one after the other. */ readonly apart: number;
  /** The same six in one request. */ readonly sharedScans: number;
};

/**
 * Six aggregate charts with one filter, nothing cached: one by one and at once, alternating. Medians of seven rounds.
 */
export async function measureSharedScan(
  target: Omit<Target, 'body'>,
  datasource: QueryContextBody['datasource'],
): Promise<readonly SharedScan[]> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 });
  const ask = (queries: readonly Record<string, unknown>[]) =>
    post(
      {
        ...target,
        body: JSON.stringify({ datasource, queries, force: true, result_format: 'json', result_type: 'full' }),
      },
      agent,
    );
  const measured: SharedScan[] = [];
  for (const name of ['filtered', 'unfiltered'] as const) {
    const queries = groupings.map((query) => ({ ...query, filters: filters[name] }));
    const apart: number[] = [];
    const sharedScans: number[] = [];
    for (let round = 0; round < 9; round++) {
      let sum = 0;
      for (const query of queries) sum += await ask([query]);
      const at = await ask(queries);
      // The first rounds warm both.
      if (round < 2) continue;
      apart.push(sum);
      sharedScans.push(at);
    }
    measured.push({ name, apart: quantile(apart, 0.5), sharedScans: quantile(sharedScans, 0.5) });
  }
  agent.destroy();
  return measured;
}
