import { expect, test } from 'vitest';
import { ApiError, networkError, timeoutError } from '../api/api-error.ts';
import { chartDataSearch, readAnswer, readFailure } from './chart-data.ts';

const result = {
  colnames: ['device', 'n'],
  coltypes: [1, 0],
  data: [{ device: 'tv', n: 3 }],
  rowcount: 1,
  sql_rowcount: 4,
  is_cached: true,
  cached_dttm: '2026-01-02T03:04:05',
  query: 'SELECT 1',
  from_dttm: 0,
  to_dttm: 1000,
  label_map: { n: ['n'] },
  rejected_filters: [{ column: 'gone', reason: 'not_in_datasource' }],
};

test('[7.1-01] an answer is read with its rows, cache age, row counts and query', () => {
  const [read] = readAnswer(200, { result: [result] }, [{ row_limit: 10 }]);
  expect(read).toMatchObject({
    rowCount: 1,
    sqlRowCount: 4,
    rowLimit: 10,
    isCached: true,
    cachedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
    query: 'SELECT 1',
    fromMs: 0,
    toMs: 1000,
    rejectedFilters: ['gone'],
  });
  expect(read?.table.rowCount).toBe(1);
});

test.each([201, 204, 206])('[4.3-01] status %s raises the text of the specification', (status) => {
  expect(() => readAnswer(status, null, [])).toThrow(
    `Received unexpected response status (${status}) while fetching chart data`,
  );
});

test('[4.1-05] the first error of the response is shown, with its issues', () => {
  const errors = [
    {
      message: 'Column x is gone',
      type: 'COLUMN_DOES_NOT_EXIST_ERROR',
      extra: { issue_codes: [{ code: 1004, message: 'Issue 1004 - The column was deleted.' }] },
    },
    { message: 'second', type: null, extra: {} },
  ];
  const failure = readFailure(
    new ApiError({
      status: 400,
      message: 'Column x is gone',
      code: 'COLUMN_DOES_NOT_EXIST_ERROR',
      errors,
      requestId: 'r-1',
    }),
  );
  expect(failure).toMatchObject({
    message: 'Column x is gone',
    hints: ['Issue 1004 - The column was deleted.'],
    hasStack: false,
  });
  expect(failure.detail).toContain('r-1');
});

test("[4.1-05] without an answer it says 'Network error.'", () => {
  expect(readFailure(networkError())).toMatchObject({ message: 'Network error.', isUnanswered: true });
});

test('[8.2-01] a timeout brings its two hints', () => {
  expect(readFailure(timeoutError())).toMatchObject({
    message: 'Request timed out',
    hints: ['Issue 1000 - The dataset is too large to query.', 'Issue 1001 - The database is under an unusual load.'],
  });
});

test('[8.2-02] whatever else is thrown has a text', () => {
  expect(readFailure(new Error('boom')).message).toBe('boom');
  expect(readFailure('x').message).toBe('Unknown error');
});

test('[7.1-01] the query string names chart, dashboard and force', () => {
  expect(chartDataSearch({ chartId: 3, dashboardId: 4, force: true })).toBe(
    '?form_data=%7B%22slice_id%22%3A3%7D&dashboard_id=4&force=true',
  );
  expect(chartDataSearch({ chartId: null, dashboardId: null, force: false, ask: 'page-1' })).toBe('?ask=page-1');
  expect(chartDataSearch({ chartId: null, dashboardId: null, force: false })).toBe('');
});

test('[2.1-03] templates read of the address of the page what is not its own', () => {
  const asked = { chartId: null, dashboardId: 4, force: false };
  expect(chartDataSearch(asked, '?region=EU&dashboard_id=9&force=true&form_data={}&native_filters_key=k')).toBe(
    '?region=EU&dashboard_id=4',
  );
});
