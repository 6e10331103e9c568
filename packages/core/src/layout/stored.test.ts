import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { subtreeIds } from './tree.ts';
import { checkedPosition, layoutText } from './position-text.ts';
import { repairSentence, sizeSentence } from './repair-words.ts';
import { losesParts, readLayout, repairLayout, storedLayout } from './stored.ts';
import { componentOf, COMPONENT_TYPES, emptyLayout, GRID_ID, ROOT_ID } from './types.ts';

test('[3.7-01] [3.9-01] what is stored is read back the same', () => {
  const stored = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: ['ROW-a'], parents: ['ROOT_ID'] },
    HEADER_ID: { type: 'HEADER', id: 'HEADER_ID', meta: { text: 'Flights' } },
    'ROW-a': {
      type: 'ROW',
      id: 'ROW-a',
      children: ['CHART-a'],
      parents: ['ROOT_ID', 'GRID_ID'],
      meta: { background: 'BACKGROUND_TRANSPARENT' },
    },
    'CHART-a': {
      type: 'CHART',
      id: 'CHART-a',
      children: [],
      parents: ['ROOT_ID', 'GRID_ID', 'ROW-a'],
      meta: { chartId: 3, width: 6, height: 40, sliceName: 'x' },
    },
  };
  const layout = readLayout(JSON.stringify(stored));
  expect(storedLayout(layout)).toMatchObject(stored);
  expect(readLayout(layoutText(layout))).toEqual(layout);
});

test.each([[null], [''], ['no json'], ['[]'], [{}], [{ ROOT_ID: 5, GRID_ID: { type: 'NOPE' } }]])(
  '%o is read as an empty dashboard',
  (stored) => {
    expect(readLayout(stored)).toEqual(emptyLayout);
  },
);

test('a broken layout is repaired: lost children, double places, loops, orphans and sizes', () => {
  const layout = readLayout({
    ROOT_ID: { type: 'ROOT', children: ['gone', 'GRID_ID'] },
    GRID_ID: { type: 'GRID', children: ['ROW-a', 'ROW-b', 'gone', 5] },
    'ROW-a': { type: 'ROW', children: ['CHART-a', 'COLUMN-a'], parents: ['nonsense'] },
    'ROW-b': { type: 'ROW', children: ['CHART-a', 'ROW-b'] },
    'COLUMN-a': { type: 'COLUMN', children: ['ROW-a'], meta: { width: 40 } },
    'CHART-a': { type: 'CHART', meta: { chartId: 1, width: 'wide', height: -3 } },
    'CHART-lost': { type: 'CHART', meta: { chartId: 2 } },
    constructor: { type: 'ROW', children: ['toString'] },
  });
  expect(subtreeIds(layout, ROOT_ID)).toEqual(['ROOT_ID', 'GRID_ID', 'ROW-a', 'CHART-a', 'COLUMN-a', 'ROW-b']);
  expect(componentOf(layout, 'CHART-a')).toMatchObject({
    parents: [ROOT_ID, GRID_ID, 'ROW-a'],
    meta: { chartId: 1, width: 4, height: 5 },
  });
  expect(componentOf(layout, 'COLUMN-a')?.meta.width).toBe(12);
  expect(Object.keys(layout)).not.toContain('CHART-lost');
  expect(componentOf(layout, 'constructor')).toBeUndefined();
});

test('a nesting of thousands opens: it ends where no page can draw it, and is small enough for any stack', () => {
  const names = Array.from({ length: 3000 }, (_, at) => (at % 2 === 0 ? `ROW-${at}` : `COLUMN-${at}`));
  const nested = names.map((id, at) => [
    id,
    { id, type: id.split('-')[0], children: at + 1 < names.length ? [names[at + 1]] : [] },
  ]);
  const layout = readLayout({ GRID_ID: { type: 'GRID', children: [names[0]] }, ...Object.fromEntries(nested) });
  expect(subtreeIds(layout, ROOT_ID)).toHaveLength(51);
  expect(Object.keys(layout)).toHaveLength(51);
});

test('whatever is stored, the layout is a tree from the root with a grid', () => {
  const id = fc.constantFrom('ROOT_ID', 'GRID_ID', 'a', 'b', 'c', '__proto__', 'toString');
  const component = fc.record({
    type: fc.constantFrom(...COMPONENT_TYPES, 'X', 3),
    children: fc.oneof(fc.array(id), fc.constant('x')),
    meta: fc.oneof(fc.constant(null), fc.record({ width: fc.anything() })),
  });
  fc.assert(
    fc.property(fc.dictionary(id, component), (stored) => {
      const layout = readLayout(JSON.stringify(stored));
      const reached = subtreeIds(layout, ROOT_ID);
      expect(new Set(reached).size).toBe(reached.length);
      expect(
        Object.keys(layout)
          .filter((key) => key !== GRID_ID)
          .every((key) => reached.includes(key)),
      ).toBe(true);
      expect(readLayout(layoutText(layout))).toEqual(layout);
    }),
  );
});

test('[9.0-24] a layout over 65535 characters is refused with its size and the limit', () => {
  expect(checkedPosition('x'.repeat(65_535))).toHaveLength(65_535);
  expect(() => checkedPosition('x'.repeat(65_536))).toThrow(
    'The dashboard layout has 65536 characters; at most 65535 can be saved. Remove charts or split the dashboard.',
  );
});

describe('[3.9-01] a stored layout says what was repaired', () => {
  const grid = (...children: readonly string[]) => ({
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children },
  });
  const row = (id: string, ...children: readonly string[]) => ({ [id]: { id, type: 'ROW', children } });
  const chart = (id: string, meta: object = { width: 4, height: 50 }, ...children: readonly string[]) => ({
    [id]: { id, type: 'CHART', children, meta: { chartId: 1, ...meta } },
  });

  test.each([
    ['nothing of one in order', { ...grid('r'), ...row('r', 'c'), ...chart('c') }, []],
    ['nothing where none is stored', null, []],
    ['nothing of an empty map', '{}', []],
    ['what cannot be read', '{"ROOT_ID":', ['unreadable']],
    ['a list', '[]', ['unreadable']],
    ['a cycle', { ...grid('r'), ...row('r', 'c', 'r'), ...chart('c') }, ['twice']],
    ['a cycle that hangs nowhere', { ...grid(), ...row('a', 'b'), ...row('b', 'a') }, ['adrift']],
    ['a component in two rows', { ...grid('r', 's'), ...row('r', 'c'), ...row('s', 'c'), ...chart('c') }, ['twice']],
    ['an orphan', { ...grid(), ...chart('c') }, ['adrift']],
    ['an unknown type', { ...grid('x'), x: { id: 'x', type: 'CAROUSEL', children: [] } }, ['unknown', 'lost']],
    ['a negative size', { ...grid('r'), ...row('r', 'c'), ...chart('c', { width: -4, height: -1 }) }, ['size']],
    ['a huge size', { ...grid('r'), ...row('r', 'c'), ...chart('c', { width: 4, height: 1e12 }) }, ['size']],
    ['no number', { ...grid('r'), ...row('r', 'c'), ...chart('c', { width: '4px', height: 50 }) }, ['size']],
    ['a chart that holds a row', { ...grid('c'), ...chart('c', {}, 'r'), ...row('r') }, ['misplaced', 'adrift']],
    ['no root', { ...row('r'), GRID_ID: { type: 'GRID', children: ['r'] } }, ['root']],
  ])('%s', (_, stored, kinds) => {
    const { layout, repairs } = repairLayout(stored);
    expect([...repairs.keys()]).toEqual(kinds);
    expect(repairSentence(repairs).startsWith('The layout was repaired: ')).toBe(kinds.length > 0);
    // What is repaired and stored is in order.
    expect(repairLayout(layoutText(layout)).repairs).toEqual(new Map());
    expect(readLayout(layoutText(layout))).toEqual(layout);
  });

  test('every repair with its number, in words', () => {
    expect(
      repairSentence(
        repairLayout({
          ...grid('r', 'gone', 'x'),
          ...row('r', 'c', 'c'),
          ...chart('c', { width: 40, height: 50 }),
          ...chart('lost'),
          x: { type: 'CAROUSEL' },
        }).repairs,
      ),
    ).toBe(
      'The layout was repaired: 1 impossible size was made possible; 1 component of an unknown type was left out; ' +
        '2 places of components that do not exist were removed; 1 component that stood twice or held itself stands ' +
        'once; 1 component that hung nowhere was left out; a chart of this dashboard stands at the end.',
    );
  });

  test('who only looks is notified where parts are missing', () => {
    expect(losesParts(repairLayout({ ...grid(), ...chart('c') }).repairs)).toBe(true);
    expect(losesParts(repairLayout({ ...grid('r'), ...row('r', 'r') }).repairs)).toBe(false);
  });

  test('[9.0-24] one that is larger than what can be saved opens and says so', () => {
    const text = JSON.stringify({ ...grid('r'), ...row('r', 'c'), ...chart('c', { note: 'x'.repeat(70_000) }) });
    expect(subtreeIds(readLayout(text), ROOT_ID)).toEqual(['ROOT_ID', 'GRID_ID', 'r', 'c']);
    expect(sizeSentence(text)).toContain(
      `has ${text.length.toLocaleString('en')} characters; at most 65,535 can be saved.`,
    );
    expect(sizeSentence('{}')).toBe('');
    expect(sizeSentence(null)).toBe('');
  });
});
