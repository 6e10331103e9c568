import type { Gauge } from '../http/metrics.ts';
import type { Counters, Results } from './results.ts';

const texts: Readonly<Record<keyof Counters, string>> = {
  hits: 'Chart results given from memory.',
  stale: 'Chart results given from memory beyond their age while a new run began.',
  misses: 'Chart results that a database had to make.',
  joined: 'Requests that waited for a run of somebody else.',
  cancelled: 'Runs stopped because nobody waited for them any more.',
};

/** What `/metrics` tells about kept results. */
export function resultGauges(results: Results): readonly Gauge[] {
  const counts = (Object.keys(texts) as (keyof Counters)[]).map((name) => ({ name: `tessera_chart_data_${name}`, help: texts[name], read: () => results.counters[name] }));
  return [...counts, { name: 'tessera_chart_data_cache_bytes', help: 'Memory of kept chart results, in bytes.', read: results.bytes }];
}
