import { asColumns, buildQueryObject } from '@tessera/core/build-query';
import { defineViz } from '../../define.ts';
import { withPlaces } from '../../layer/metric-formats.ts';
import { selectMarks } from '../../select.ts';
import { describePopKpi, popKpiNotes } from './compared.ts';
import { popKpiControls, popKpiSections, shiftOf } from './controls.ts';
import { popKpiMarks } from './marks.ts';
import { popKpiScene } from './scene.ts';

export const popKpi = defineViz({
  type: 'pop_kpi',
  controls: popKpiControls,
  sections: popKpiSections,
  roles: { value: 'metric', filters: 'adhoc_filters' },
  defaults: {},

  buildQueries: (_, raw) => {
    const shift = shiftOf(raw);
    return [
      {
        ...buildQueryObject(raw),
        columns: asColumns(raw['cols']),
        post_processing: [],
        ...(shift === null ? {} : { time_offsets: [shift] }),
      },
    ];
  },

  // The number is that of now, however it is compared.
  inMetricFormats: (form, formats) =>
    withPlaces(form, formats, [{ format: 'y_axis_format', currency: 'currency_format', metrics: [form.metric] }]),

  describe: describePopKpi,
  notes: popKpiNotes,
  select: (event, _, __, inputs) => selectMarks(event, { ...inputs, emits: false }),

  drawing: { kind: 'scene', toScene: popKpiScene, marks: popKpiMarks },
});
