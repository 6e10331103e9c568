import type { Gauge } from '../http/metrics.ts';
import type { EngineRegistry } from './registry.ts';

/** What `/metrics` tells about the queues at databases. */
export function engineGauges(engines: Pick<EngineRegistry, 'queues'>): readonly Gauge[] {
  const sum = (part: 'running' | 'waiting') => engines.queues('').reduce((total, queue) => total + queue[part], 0);
  return [
    { name: 'tessera_queries_running', help: 'Queries that run on databases.', read: () => sum('running') },
    { name: 'tessera_queries_waiting', help: 'Queries that wait for a busy database.', read: () => sum('waiting') },
  ];
}
