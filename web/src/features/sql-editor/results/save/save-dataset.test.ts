import { createGrowingTable, stateOf } from '@tessera/core/growing-table';
import { afterEach, expect, test, vi } from 'vitest';
import { forgetCsrfToken } from '../../../../api/client.ts';
import type { QueryPlace, StatementResult } from '../../runs/run.ts';
import { beginRun } from '../../runs/step-run.ts';
import { tabOf } from '../../tabs/tabs.ts';
import type { ResultOf } from '../result-of.ts';
import { datasetSource, overwriteDataset } from './save-dataset.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  forgetCsrfToken();
});

const now = { dbId: 4, catalog: 'c4', schema: 's4', templateParams: '{"now": 1}' };
const growing = createGrowingTable([]);
const result: StatementResult = {
  statement: 0,
  sql: 'SELECT 1;',
  columns: [],
  growing,
  table: stateOf(growing),
  cut: [],
  tail: null,
  isDone: true,
};

function ran(place?: QueryPlace): ResultOf {
  const run = beginRun('q', { sql: result.sql, at: 0 }, { isAsync: false }, 0);
  const tab = { ...tabOf({ tabs: [] }, { id: 'a', maxRow: 10, name: 'Mine', dbId: 4, sql: '' }, 0), ...now };
  return { tab, run: { ...run, query: { ...run.query, ...(place && { place }) } }, result };
}

test('[8.5-07] a dataset is made of where its result came from, not of where the tab stands since', () => {
  const place = { dbId: 1, catalog: null, schema: null, templateParams: '' };
  const { dbId: databaseId, ...rest } = place;
  expect(datasetSource(ran(place))).toEqual({ databaseId, ...rest, sql: 'SELECT 1' });
  const { dbId, ...others } = now;
  expect(datasetSource(ran())).toEqual({ databaseId: dbId, ...others, sql: 'SELECT 1' });
});

test('[8.5-07] a dataset that is overwritten retains no schema, catalog or parameters of before', async () => {
  const sent: unknown[] = [];
  vi.stubGlobal('fetch', async (address: string, { method = 'GET', body }: RequestInit) => {
    if (address.includes('csrf_token')) return Response.json({ result: 'token' });
    if (method === 'PUT' && typeof body === 'string') sent.push(JSON.parse(body));
    return Response.json({ result: { id: 9, version: 2, database: { id: 1 } } });
  });
  const source = { databaseId: 1, catalog: null, schema: null, sql: 'SELECT 1', templateParams: ' ' };
  await overwriteDataset(source, 9);
  await overwriteDataset({ ...source, databaseId: 2, schema: 's', templateParams: '{"a": 1}' }, 9);
  const nothing = { catalog: null, schema: null, template_params: null };
  expect(sent).toEqual([
    { sql: 'SELECT 1', ...nothing },
    { sql: 'SELECT 1', ...nothing, schema: 's', template_params: '{"a": 1}', database_id: 2 },
  ]);
});
