import { cellAt } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { readTable } from './read-table.ts';
import { readShownTable } from './shown-table.ts';

test('numbers become a typed column in which NaN stands for null', () => {
  const table = readTable({ colnames: ['n'], coltypes: [0], data: [{ n: 1.5 }, { n: null }, {}] });
  const column = table.columns.get('n');
  expect(column?.values).toBeInstanceOf(Float64Array);
  expect([0, 1, 2].map((row) => column && cellAt(column, row))).toEqual([1.5, null, null]);
});

test('integers beyond 2^53 stay exact', () => {
  const table = readTable({ colnames: ['id'], coltypes: [0], data: [{ id: 9007199254740993n }, { id: 1 }] });
  expect(table.columns.get('id')?.values).toEqual([9007199254740993n, 1]);
});

test('times are epoch milliseconds, and text without a zone is UTC', () => {
  const data = [{ t: 0 }, { t: '2024-01-02' }, { t: '2024-01-02 03:04:05' }, { t: 'soon' }, { t: null }];
  const table = readTable({ colnames: ['t'], coltypes: [2], data });
  expect(table.columns.get('t')?.values).toEqual([
    0,
    Date.UTC(2024, 0, 2),
    Date.UTC(2024, 0, 2, 3, 4, 5),
    'soon',
    null,
  ]);
});

test('columns keep the order of the answer, whatever they are called', () => {
  const row = JSON.parse('{"__proto__": "p", "b": true, "a": "x"}') as Record<string, unknown>;
  const table = readTable({ colnames: ['b', '__proto__', 'a'], coltypes: [3, 1, 1], data: [row] });
  expect([...table.columns.keys()]).toEqual(['b', '__proto__', 'a']);
  expect([...table.columns.values()].map((column) => cellAt(column, 0))).toEqual([true, 'p', 'x']);
});

test('an answer without rows has its columns', () => {
  const table = readTable({ colnames: ['a'], coltypes: [1], data: [] });
  expect(table.rowCount).toBe(0);
  expect([...table.columns.keys()]).toEqual(['a']);
});

test('rows behind a mark have their moments in the clock of the dataset, and days as they are', () => {
  const data = [{ tz: Date.UTC(2024, 2, 11, 3), day: Date.UTC(2024, 2, 11) }];
  const wire = { colnames: ['tz', 'day'], coltypes: [2, 2], data, time_zone: 'America/New_York', moments: ['tz'] };
  const cells = (table: ReturnType<typeof readTable>) => [...table.columns.values()].map((one) => cellAt(one, 0));
  expect(cells(readShownTable(wire))).toEqual([Date.UTC(2024, 2, 10, 23), Date.UTC(2024, 2, 11)]);
  expect(cells(readTable(wire))).toEqual([Date.UTC(2024, 2, 11, 3), Date.UTC(2024, 2, 11)]);
});
