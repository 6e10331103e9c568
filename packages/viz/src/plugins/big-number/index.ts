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
import { bigNumberMarks, selectNumber } from './marks.ts';
import { trendQueries } from './queries.ts';
import { bigNumberScene } from './scene.ts';
import { describeTotal, totalModel } from './total.ts';
import { describeTrend, trendModel } from './trend.ts';

export const bigNumberTotal = defineViz<typeof totalControls>({
  type: 'big_number_total',
  controls: totalControls,
  sections: totalSections,
  roles: { value: 'metric', filters: 'adhoc_filters' },
  defaults: totalDefaults,
  buildQueries: (_, raw) => [buildQueryObject(raw)],
  describe: describeTotal,
  select: selectNumber,
  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => bigNumberScene(totalModel(results, form, context), context),
    marks: bigNumberMarks(totalModel),
  },
});

export const bigNumber = defineViz<typeof trendControls>({
  type: 'big_number',
  controls: trendControls,
  sections: trendSections,
  roles: { x: 'x_axis', time: 'x_axis', value: 'metric', filters: 'adhoc_filters' },
  defaults: trendDefaults,
  buildQueries: trendQueries,
  describe: describeTrend,
  select: selectNumber,
  drawing: {
    kind: 'scene',
    toScene: (results, form, context) => bigNumberScene(trendModel(results, form, context), context),
    marks: bigNumberMarks(trendModel),
  },
});
