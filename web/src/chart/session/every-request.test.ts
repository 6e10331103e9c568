import { effectiveQuery } from '@tessera/core/effective-query/effective-query';
import type { AppliedMask } from '@tessera/core/effective-query/sources';
import { buildQueryCases } from '@tessera/core/fixtures/build-query';
import { queryCases as pivotCases } from '@tessera/viz/plugins/pivot-table/fixtures/queries';
import { describe, expect, test } from 'vitest';
import { chartDataBody } from '../chart-data.ts';
import { chartRequest, exportRequest } from '../chart-actions.ts';
import { fakeLoaded, inputOf, createWorld, settled } from './session-fixtures.ts';
import { splitLayers } from './layers.ts';
import { vizEntry } from '../use-viz.ts';

const masks: readonly AppliedMask[] = [
  {
    source: { kind: 'filter', id: 'R', name: 'Region' },
    extraFormData: { filters: [{ col: 'region', op: 'IN', val: ['EU'] }], time_range: 'Last week' },
    scope: new Set([7]),
  },
  {
    source: { kind: 'cross_filter', placementId: 'CHART-2', chartId: 2, name: 'Map' },
    extraFormData: { filters: [{ col: 'year', op: '>=', val: 2000 }] },
    scope: new Set([2, 7]),
  },
];
const place = { dashboardId: 9, datasource: { id: 1, type: 'table' } };
const added = {
  nothing: { masks: [], url: {}, timeOverride: null },
  'filters, a selection, an address and a time': {
    masks,
    url: { city: ['Rome'] },
    timeOverride: { from: 'Overview', range: 'Last day' },
  },
};

describe.each(Object.entries(added))("every card's request equals the effective query, with %s", (_, more) => {
  test.each([...buildQueryCases, ...pivotCases])('$type: $name', async ({ type, form, ownState }) => {
    const viz = await vizEntry(type)?.load();
    if (!viz) throw new Error(`${type} is not registered`);
    const world = createWorld({ definition: () => viz, drawing: () => ({ ...fakeLoaded(type), viz }) });
    world.session.update(inputOf({ ...more, ...place, vizType: type, form }));
    world.session.setOwnState(ownState);

    const want = effectiveQuery({ chartId: 7, form, ...more, ownState }, viz.buildQueries);
    const request = world.requests.at(-1);
    expect(request && chartDataBody(request.asked)).toEqual({
      datasource: place.datasource,
      force: false,
      // Layers of annotations are asked for apart.
      queries: splitLayers(want.queries).queries,
      form_data: want.form,
      result_format: 'json',
      result_type: 'full',
    });

    request?.answer('one');
    await settled();
    // SQL, reasons and files are asked of what is on screen.
    const { shown, effective } = world.session.view();
    expect(effective).toEqual(want);
    expect(shown?.effective).toEqual(want);
    expect(chartRequest(want, place)).toMatchObject({ ...place, chartId: 7, form: want.form, queries: want.queries });
    const whole = effectiveQuery({ ...want.input, forExport: true }, viz.buildQueries);
    expect(exportRequest(want, viz, place).queries).toEqual(whole.queries);
  });
});
