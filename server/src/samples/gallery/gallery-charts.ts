import type { SampleChart } from '../charts.ts';
import { distributionCharts } from './distributions.ts';
import { mapCharts } from './maps.ts';
import { partCharts } from './parts.ts';
import { sceneCharts } from './scenes.ts';
import { seriesCharts } from './series.ts';

/** One chart of each type on real data, named as the type is. */
export const galleryCharts: readonly SampleChart[] = [
  ...distributionCharts,
  ...mapCharts,
  ...partCharts,
  ...sceneCharts,
  ...seriesCharts,
];
