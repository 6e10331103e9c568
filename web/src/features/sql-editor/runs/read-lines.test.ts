import { expect, test } from 'vitest';
import { readQuery, readRunLine } from './read-lines.ts';

test('[3.13-04] a query comes with its state, what ran, where its results are and what went wrong', () => {
  const wire = {
    id: 'browser-name',
    serverId: 12,
    dbId: 1,
    catalog: null,
    schema: 'sales',
    templateParams: '{"n": 1}',
    sql: 'SELECT 1;\nSELECT nope',
    executedSql: 'SELECT 1\nLIMIT 11',
    sqlEditorId: '4',
    tab: 'Mine',
    state: 'failed',
    progress: 50,
    startDttm: 1000,
    endDttm: 2000,
    rows: 1,
    resultsKey: 'key',
    limitingFactor: 'DROPDOWN',
    runAsync: true,
    errorMessage: 'no such column',
    errors: [
      {
        message: 'no such column',
        error_type: 'COLUMN_DOES_NOT_EXIST_ERROR',
        extra: { line: 2, column: 8, issue_codes: [{ code: 1003, message: 'Issue 1003' }] },
      },
    ],
    statements: [{ sql: 'SELECT 1', state: 'success', rows: 1, affected: null, durationMs: 3 }],
  };
  expect(readQuery(wire)).toEqual({
    query: {
      id: 'browser-name',
      serverId: 12,
      resultsKey: 'key',
      limitingFactor: 'DROPDOWN',
      trackingUrl: null,
      executedSql: 'SELECT 1\nLIMIT 11',
      place: { dbId: 1, catalog: null, schema: 'sales', templateParams: '{"n": 1}' },
      statements: [{ sql: 'SELECT 1', state: 'success', rows: 1, affected: null, durationMs: 3, problem: null }],
    },
    state: 'failed',
    sql: 'SELECT 1;\nSELECT nope',
    isAsync: true,
    progress: 50,
    startedAt: 1000,
    endedAt: 2000,
    errors: [
      {
        message: 'no such column',
        type: 'COLUMN_DOES_NOT_EXIST_ERROR',
        place: { line: 2, column: 8 },
        issues: ['Issue 1003'],
        codes: [1003],
        isGone: false,
      },
    ],
  });
  expect(readQuery({ ...wire, errors: [] }).errors.map(({ message }) => message)).toEqual(['no such column']);
  expect(readRunLine({ news: 1 })).toBeNull();
});
