import type { Gauge } from '../gauge.ts';
import type { EngineRegistry } from './registry.ts';

/** What `/metrics` tells about the queues at databases. */
export function engineGauges(engines: Pick<EngineRegistry, 'counts'>): readonly Gauge[] {
  return [
    {
      name: 'tessera_queries_running',
      help: 'Queries that this server runs on databases.',
      read: () => engines.counts().running,
    },
    {
      name: 'tessera_queries_waiting',
      help: 'Queries of this server that wait for a busy database.',
      read: () => engines.counts().waiting,
    },
  ];
}
