import { buildQueryObject } from '@tessera/core/build-query';
import { defineViz } from '../../define.ts';
import {
  totalControls,
  totalDefaults,
  totalSections,
  trendControls,
  trendDefaults,
  trendSections,
} from './controls.ts';
import type { BigNumberModel } from './model.ts';
import { trendQueries } from './queries.ts';
import { bigNumberSvg } from './svg.ts';
import { describeTotal, totalModel } from './total.ts';
import { describeTrend, trendModel } from './trend.ts';

export const bigNumberTotal = defineViz<typeof totalControls, BigNumberModel>({
  type: 'big_number_total',
  controls: totalControls,
  sections: totalSections,
  roles: { value: 'metric', filters: 'adhoc_filters' },
  defaults: totalDefaults,
  buildQueries: (_, raw) => [buildQueryObject(raw)],
  describe: describeTotal,
  drawing: { kind: 'model', toModel: totalModel, toSvg: bigNumberSvg, view: () => import('./View.tsx') },
});

export const bigNumber = defineViz<typeof trendControls, BigNumberModel>({
  type: 'big_number',
  controls: trendControls,
  sections: trendSections,
  roles: { x: 'x_axis', time: 'x_axis', value: 'metric', filters: 'adhoc_filters' },
  defaults: trendDefaults,
  buildQueries: trendQueries,
  describe: describeTrend,
  drawing: { kind: 'model', toModel: trendModel, toSvg: bigNumberSvg, view: () => import('./View.tsx') },
});
