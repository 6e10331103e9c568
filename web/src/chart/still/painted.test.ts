import { expect, test } from 'vitest';
import { readPainted } from './painted.ts';

const key = JSON.stringify([{ id: 1, type: 'table' }, [{ row_limit: 10 }]]);
const answer = { colnames: ['day'], coltypes: [1], data: [{ day: 'Mon' }], rowcount: 1, is_cached: true };
const chart = { chartId: 7, componentId: 'CHART-1', key, width: 400, height: 300, answers: [answer] };

test('pictures come with the answers that they show, and what the page says beside them', () => {
  const [read] = readPainted(JSON.stringify({ mode: 'dark', charts: [chart] }));
  expect(read).toMatchObject({ chartId: 7, componentId: 'CHART-1', mode: 'dark', width: 400, height: 300 });
  expect(read?.results).toMatchObject([{ rowCount: 1, rowLimit: 10, isCached: true }]);
});

test('a page without pictures, and one that cannot be read, has none', () => {
  expect([readPainted(''), readPainted('{'), readPainted('{"charts":[{"chartId":1}]}')]).toEqual([[], [], []]);
});
