import type { Gauge } from '../../gauge.ts';
import type { Counters, Results } from './results.ts';
import type { SharedScans } from './shared-scans.ts';

const texts: Readonly<Record<keyof Counters, string>> = {
  hits: 'Chart results given from memory.',
  stale: 'Chart results given from memory beyond their age while a new run began.',
  misses: 'Chart results that a database had to make.',
  fetched: 'Chart results given from what another server has kept.',
  joined: 'Requests that waited for a run of somebody else.',
  derived: 'Chart results made from a wider one in memory.',
  evicted: 'Chart results dropped to make room.',
  cancelled: 'Runs stopped because nobody waited for them any more.',
};

/** What `/metrics` tells about cached results. */
export function resultGauges(results: Results, sharedScans: SharedScans): readonly Gauge[] {
  const counts = (Object.keys(texts) as (keyof Counters)[]).map((name) => ({
    name: `tessera_chart_data_${name}`,
    help: texts[name],
    type: 'counter' as const,
    read: () => results.counters[name],
  }));
  return [
    ...counts,
    { name: 'tessera_chart_data_cache_bytes', help: 'Memory of kept chart results, in bytes.', read: results.bytes },
    { name: 'tessera_chart_data_cache_entries', help: 'Kept chart results.', read: results.entries },
    {
      name: 'tessera_chart_data_shared_scans',
      help: 'Scans that answered several queries at once.',
      type: 'counter',
      read: () => sharedScans.counters.scans,
    },
    {
      name: 'tessera_chart_data_shared_queries',
      help: 'Queries that such scans answered.',
      type: 'counter',
      read: () => sharedScans.counters.queries,
    },
  ];
}
