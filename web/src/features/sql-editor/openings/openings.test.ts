import { expect, test } from 'vitest';
import { emptyTabs, tabOf } from '../tabs/tabs.ts';
import { readOpening } from './opening.ts';
import { placeOpening } from './place-opening.ts';

const at = (search: string, state: unknown = null) => readOpening(new URLSearchParams(search), state);
const none = { dbId: null, catalog: null, schema: null, name: null, templateParams: null };

test('[2.1-01] plain, the editor opens with the tabs that there are', () => {
  expect([at(''), at('view_as=3'), at('new=false&dbid=x&savedQueryId=-1')]).toEqual([null, null, null]);
});

test('[2.1-01] a requested query is a datasource key and SQL in the state of the navigation', () => {
  const given = { datasourceKey: '7__table', sql: 'SELECT 1', autorun: true };
  expect(at('', { requestedQuery: given })).toEqual({ kind: 'datasource', key: '7__table', given });
  expect(at('', { requestedQuery: { dbId: 3, sql: 'SELECT 1' } })).toMatchObject({ kind: 'new', given: { dbId: 3 } });
  expect([at('', { requestedQuery: null }), at('', 'x')]).toEqual([null, null]);
});

test('[2.3-05] a link, a saved query, a past query and a dataset have an address each', () => {
  expect(at('permalink_key=kv:abc')).toEqual({ kind: 'link', key: 'kv:abc' });
  expect(at('savedQueryId=7')).toEqual({ kind: 'saved', id: 7 });
  expect(at('queryId=5f0c-1')).toEqual({ kind: 'past', id: '5f0c-1' });
  expect(at('datasourceKey=7__table')).toEqual({ kind: 'datasource', key: '7__table', given: none });
});

test('an address with SQL, a database or a template opens a new tab, and never runs it', () => {
  expect(at('new=1')).toEqual({ kind: 'new', given: none });
  expect(at('sql=SELECT+1&dbid=2&schema=main&title=One&templateParams={}&autorun=true')).toEqual({
    kind: 'new',
    given: { dbId: 2, catalog: null, schema: 'main', name: 'One', templateParams: '{}', sql: 'SELECT 1' },
  });
});

const tab = (id: string, change: object) => tabOf(emptyTabs, { id, maxRow: 1, ...change }, 0);

test('[2.3-05] what is open already is not opened twice, and no two tabs get one name', () => {
  const tabs = [
    tab('a', { name: 'sales', sql: 'SELECT 1', dbId: 1, savedQueryId: 7 }),
    tab('b', { name: 'people', sql: 'SELECT 2', dbId: 1 }),
  ];
  expect(placeOpening({ tabs }, { savedQueryId: 7, name: 'renamed', sql: 'x' })).toEqual({ kind: 'open', id: 'a' });
  expect(placeOpening({ tabs }, { name: 'people', sql: 'SELECT 2', dbId: 1 })).toEqual({ kind: 'open', id: 'b' });
  expect(placeOpening({ tabs }, { name: 'people', sql: 'SELECT 3', dbId: 1 })).toMatchObject({
    kind: 'new',
    given: { name: 'people (2)', sql: 'SELECT 3' },
  });
  expect(placeOpening({ tabs }, { sql: 'SELECT 2' })).toEqual({ kind: 'new', given: { sql: 'SELECT 2' } });
});
