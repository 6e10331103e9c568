import { resultGauges } from '../chart-data/cache/result-gauges.ts';
import { engineGauges } from '../engines/engine-gauges.ts';
import type { Gauge } from '../gauge.ts';
import { unreadGauge } from '../http/unread-answers.ts';
import type { Parts } from './parts.ts';

/** Everything of the product that `/metrics` tells. */
export function gaugesOf({ ground, chartData, sources, asyncQueries }: Parts): readonly Gauge[] {
  return [
    ...ground.metadata.gauges,
    unreadGauge(chartData.unread),
    ...resultGauges(chartData.results, chartData.sharedScans),
    ...engineGauges(sources.engines),
    {
      name: 'tessera_chart_data_sealed_bytes',
      help: 'Memory of kept chart answers in their compressed forms, in bytes.',
      read: chartData.bodyEncoder.bytes,
    },
    {
      name: 'tessera_jobs_running',
      help: 'Asynchronous queries that this server runs now.',
      read: asyncQueries.jobs.running,
    },
    ...ground.sharing.gauges,
  ];
}
