import { expect, test } from 'vitest';
import { loadEvent } from './load-event.ts';
import { resultOf } from './session-fixtures.ts';

test('[7.7-01] an answer is logged with its chart, its dashboard, its time and its rows', () => {
  const asked = {
    datasource: { id: 7, type: 'table' },
    queries: [],
    form: {},
    chartId: 3,
    dashboardId: null,
    force: true,
  };
  const result = resultOf('a');
  expect(loadEvent(asked, [result, { ...result, isCached: true }], 12.6)).toEqual({
    event_name: 'load_chart',
    slice_id: 3,
    dataset_id: 7,
    duration: 13,
    row_count: 2 * result.table.rowCount,
    is_cached: false,
    force_refresh: true,
  });
});
