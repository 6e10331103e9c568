import type { ChartDataService } from '../chart-data/service.ts';
import type { ChartService } from '../charts/service.ts';
import type { DashboardService } from '../dashboards/service.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import type { PictureJobs } from './picture-jobs.ts';
import type { DrawSheet } from './sheet-thread.ts';

export type Needs = {
  readonly dashboards: Pick<DashboardService, 'read' | 'charts' | 'datasets' | 'readVersion'>;
  readonly charts: Pick<ChartService, 'read'>;
  readonly data: Pick<ChartDataService, 'answers' | 'cachedAnswers'>;
  /** Draws aside, within bounds of time and memory. */
  readonly draw: DrawSheet;
  readonly store: Pick<KeyValueStore, 'read' | 'write'>;
  readonly jobs: PictureJobs;
  readonly now: () => Date;
};
