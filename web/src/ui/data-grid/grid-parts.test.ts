import { tableOf, type Column } from '@tessera/core/table';
import { expect, test } from 'vitest';
import { readCell, safeLink } from './cell-reading.ts';
import { firstLayout, moveColumn, pinColumn, resizeColumn, shownColumns } from './column-layout.ts';
import { columnStatistics } from './column-statistics.ts';
import { canvasHeight, MAX_CANVAS_PX, rowSlots, rowsInView, scrollTopFor } from './row-window.ts';

const million = { rowCount: 1_000_000, rowHeight: 32, viewport: 600 };

test('a million rows stay within what browsers draw, and the last is reached at the end', () => {
  expect(canvasHeight(million)).toBe(MAX_CANVAS_PX);
  const end = rowsInView(million, MAX_CANVAS_PX - 600, 0);
  expect(end.end).toBe(1_000_000);
  // The last row ends where the view does.
  expect(Math.round(end.top + (end.end - end.first) * 32)).toBe(MAX_CANVAS_PX);
});

test('few rows are where they are, and only those in view are drawn', () => {
  const space = { rowCount: 1000, rowHeight: 30, viewport: 300 };
  expect(canvasHeight(space)).toBe(30_000);
  expect(rowsInView(space, 600, 2)).toEqual({ first: 18, end: 32, top: 540 });
  expect(rowsInView({ ...space, rowCount: 0 }, 0)).toEqual({ first: 0, end: 0, top: 0 });
});

test('a row that is out of sight is scrolled into it, one that is seen moves nothing', () => {
  for (const space of [{ rowCount: 1000, rowHeight: 30, viewport: 300 }, million]) {
    const at = scrollTopFor(space, 500, 0);
    const { first, end } = rowsInView(space, at, 0);
    expect([first <= 500, end > 500]).toEqual([true, true]);
    expect(scrollTopFor(space, 500, at)).toBe(at);
    expect(scrollTopFor(space, 0, at)).toBe(0);
  }
});

const columns: readonly Column[] = ['a', 'b', 'c', 'd'].map((name) => ({ name, kind: 'string', values: [] }));
const names = (layout = firstLayout) => shownColumns(columns, layout).map(({ name }) => name);

test('pinned columns come first, and a move stays among its kind', () => {
  const pinned = pinColumn(firstLayout, 'c', true);
  expect(names(pinned)).toEqual(['c', 'a', 'b', 'd']);
  expect(names(moveColumn(columns, pinned, 'a', -1))).toEqual(['c', 'a', 'b', 'd']);
  expect(names(moveColumn(columns, pinned, 'a', 1))).toEqual(['c', 'b', 'a', 'd']);
  expect(names(pinColumn(pinned, 'c', false))).toEqual(['a', 'b', 'c', 'd']);
  expect(resizeColumn(firstLayout, 'a', 10).widths).toEqual({ a: 48 });
});

const signal = new AbortController().signal;
const pause = () => Promise.resolve();
const statistics = (column: Column, rows = column.values.length) =>
  columnStatistics(
    column,
    Array.from({ length: rows }, (_, row) => row),
    signal,
    pause,
  );

test('statistics of numbers: exact bounds, mean, nulls, and what is frequent', async () => {
  const values = [9007199254740993n, '1.5', 2, null, 2, 9007199254740992n];
  expect(await statistics({ name: 'n', kind: 'numeric', values })).toMatchObject({
    rows: 6,
    nulls: 1,
    distinct: 4,
    min: '1.5',
    max: '9007199254740993',
    top: [{ text: '2', count: 2 }, { count: 1 }, { count: 1 }, { count: 1 }],
  });
  expect((await statistics({ name: 'n', kind: 'numeric', values: Float64Array.of(1, 2, 6) }))?.mean).toBe(3);
});

test('statistics of times and texts, of no values, and a stop', async () => {
  const day = {
    name: 'd',
    kind: 'temporal',
    values: Float64Array.of(Date.UTC(2024, 0, 2), Date.UTC(2023, 0, 2)),
  } as const;
  expect(await statistics(day)).toMatchObject({ min: '2023-01-02', max: '2024-01-02', mean: null });
  expect(await statistics({ name: 't', kind: 'string', values: [null, null] })).toMatchObject({
    nulls: 2,
    distinct: 0,
    min: null,
    top: [],
  });
  expect(await columnStatistics(day, [0, 1], AbortSignal.abort(), pause)).toBeNull();
});

test('the viewer sets JSON out with integers as they are, and tells text, links and nulls apart', () => {
  expect(readCell({ id: 9007199254740993n, tags: ['a'] }, 'string')).toEqual({
    text: '{\n  "id": 9007199254740993,\n  "tags": [\n    "a"\n  ]\n}',
    kind: 'json',
  });
  expect(readCell('{"id":9007199254740993}', 'string').text).toBe('{\n  "id": 9007199254740993\n}');
  expect(readCell('[not json', 'string').kind).toBe('text');
  expect(readCell('https://example.org/a?b=c', 'string').kind).toBe('link');
  expect([readCell(null, 'string').kind, readCell(12, 'numeric')]).toEqual(['null', { text: '12', kind: 'text' }]);
});

test('only addresses of the web become links', () => {
  expect(safeLink('https://example.org')).toBe('https://example.org/');
  for (const text of ['javascript:alert(1)', 'data:text/html,x', 'https://a b', 'see https://example.org', '//x.org'])
    expect(safeLink(text)).toBeNull();
});

test('a table of five hundred columns is laid out in its order', () => {
  const wide = tableOf(
    Array.from({ length: 500 }, (_, index) => ({ name: `c${index}`, kind: 'string' as const, values: ['x'] })),
  );
  expect(shownColumns([...wide.columns.values()], firstLayout).at(-1)?.name).toBe('c499');
});

test('rows that are drawn at once never share an element', () => {
  for (const viewport of [1, 200, 599, 600, 1000]) {
    const space = { rowCount: 100_000, rowHeight: 32, viewport };
    for (let scrollTop = 0; scrollTop < 4000; scrollTop += 13) {
      const { first, end } = rowsInView(space, scrollTop);
      expect(end - first).toBeLessThanOrEqual(rowSlots(space));
    }
  }
});
