import type { TableEntry, TableShape } from '@tessera/query/sql-assist/catalog';
import { expect, test } from 'vitest';
import { catalogOf, createCatalogCore, learnTables, loadWants, type CatalogCalls } from './catalog-core.ts';

const entry = (name: string, schema = 'main'): TableEntry => ({ catalog: null, schema, name, kind: 'table' });
const shape: TableShape = { kind: 'table', comment: null, columns: [], foreignKeys: [] };

/** Calls that are written down, and answered by `answers` or with an error. */
function calls(answers: Partial<CatalogCalls> = {}) {
  const made: string[] = [];
  const noted = <T>(name: string, answer: T): Promise<T> => {
    made.push(name);
    return Promise.resolve(answer);
  };
  const given: CatalogCalls = {
    now: () => 0,
    schemas: () => noted('schemas', ['main', 'other']),
    tables: (schema) => noted(`tables ${schema}`, [entry('orders')]),
    search: (text) => noted(`search ${text}`, [entry('orders'), entry('ordinals', 'other')]),
    shapes: (tables) =>
      noted(
        `shapes ${tables.map(({ schema, name }) => `${schema}.${name}`).join(' ')}`,
        tables.map(({ name }) => (name === 'orders' ? shape : null)),
      ),
    functions: () => noted('functions', new Map()),
    ...answers,
  };
  return { made, given };
}

const wantShape = (name: string, schema: string | null = null) =>
  ({ kind: 'shape', table: { catalog: null, schema, name } }) as const;

test('what is wanted is fetched once, however often it is wanted', async () => {
  const { made, given } = calls();
  const core = createCatalogCore(given, null);
  const both = [wantShape('orders'), { kind: 'tables', schema: null }] as const;
  expect(await Promise.all([loadWants(core, both), loadWants(core, both)])).toEqual([true, true]);
  expect(await loadWants(core, both)).toBe(false);
  expect(made.toSorted()).toEqual(['schemas', 'shapes main.orders', 'tables main']);
  expect(catalogOf(core).shape({ catalog: null, schema: 'MAIN', name: 'Orders' })).toBe(shape);
});

test('a table is absent where its schema or the database says so; of an unknown schema nobody knows', async () => {
  const { given } = calls();
  const core = createCatalogCore(given, null);
  const shapeNow = (name: string, schema: string | null) => catalogOf(core).shape({ catalog: null, schema, name });
  expect(shapeNow('gone', null)).toBeNull();
  await loadWants(core, [wantShape('gone')]);
  expect(shapeNow('gone', null)).toBe('absent');
  await loadWants(core, [{ kind: 'tables', schema: null }]);
  expect(shapeNow('never_asked', 'main')).toBe('absent');
  expect(shapeNow('x', 'attached')).toBe('unknown');
  expect(catalogOf(core).tables('attached')).toEqual([]);
});

test('what failed is left alone for a while', async () => {
  let now = 0;
  let asked = 0;
  const shapes = () => {
    asked += 1;
    return Promise.reject(new Error('no connection'));
  };
  const core = createCatalogCore({ ...calls().given, shapes, now: () => now }, null);
  await loadWants(core, [wantShape('orders')]);
  await loadWants(core, [wantShape('orders')]);
  expect(asked).toBe(1);
  now = 30_000;
  await loadWants(core, [wantShape('orders')]);
  expect(asked).toBe(2);
});

test('a search that found all goes on in the browser', async () => {
  const { made, given } = calls();
  const core = createCatalogCore(given, 'main');
  await loadWants(core, [{ kind: 'search', text: 'ord' }]);
  expect(catalogOf(core).search('ordin')).toEqual([entry('ordinals', 'other')]);
  expect(made.filter((name) => name.startsWith('search'))).toEqual(['search ord']);
});

test('the catalogue is another object as soon as there is more, and whoever listens learns it', async () => {
  const core = createCatalogCore(calls().given, 'main');
  let changes = 0;
  core.listeners.add(() => (changes += 1));
  const before = catalogOf(core);
  await loadWants(core, [wantShape('orders')]);
  const after = catalogOf(core);
  expect(after).not.toBe(before);
  expect(changes).toBeGreaterThan(0);
  learnTables(core, 'main', [entry('fresh')]);
  expect(catalogOf(core).tables('main')).toEqual([entry('fresh')]);
});
