import { expect, test } from 'vitest';
import { newComponentCases, nestingCases, rowCases, widthCases, widthsLayout } from '../fixtures/layout.ts';
import { chartIdsOf, chartMeta, closedChartIds, placeMissingCharts } from './charts.ts';
import { createComponent, deleteComponent, moveComponent } from './drop.ts';
import { depthOf, isValidChild, needsRow } from './nesting.ts';
import { resizeComponent, updateMeta } from './resize.ts';
import { readLayout } from './stored.ts';
import { settle } from './tree.ts';
import {
  COMPONENT_TYPES,
  type ComponentType,
  componentOf,
  DEFAULT_WIDTH,
  emptyLayout,
  GRID_COLUMNS,
  GRID_ID,
  HEADER_SIZES,
  type Layout,
  type LayoutChange,
  type LayoutComponent,
  type LeastSize,
  newComponent,
  type NewId,
  ROOT_ID,
} from './types.ts';
import { columnWidthPx, fitWidth, minimumWidth, occupiedWidth, spanPx, widthOf } from './widths.ts';

function ids(): NewId {
  let next = 0;
  return (type) => `${type}-${++next}`;
}

type Spec = readonly [id: string, children?: readonly Spec[], meta?: Readonly<Record<string, unknown>>];

/** `['ROW-a', [['CHART-x', [], { width: 3 }]]]`: the type is the id up to the dash. */
function layoutOf(...grid: readonly Spec[]): Layout {
  const components: LayoutComponent[] = [];
  const add = ([id, children = [], meta = {}]: Spec): string => {
    const type = COMPONENT_TYPES.find((known) => id.startsWith(`${known}-`)) ?? 'CHART';
    components.push(newComponent(type, id, meta, children.map(add)));
    return id;
  };
  const top = grid.map(add);
  const isTabs = grid[0]?.[0].startsWith('TABS-top') ?? false;
  const base = {
    ...emptyLayout,
    [isTabs ? ROOT_ID : GRID_ID]: newComponent(isTabs ? 'ROOT' : 'GRID', isTabs ? ROOT_ID : GRID_ID, {}, top),
  };
  return settle({ ...base, ...Object.fromEntries(components.map((component) => [component.id, component])) });
}

function applied(change: LayoutChange): Layout {
  if (!change.ok) throw new Error(change.reason);
  return change.layout;
}

/** The tree as nested text, for comparison. */
function tree(layout: Layout, id: string = ROOT_ID): string {
  const { children = [], meta = {} } = componentOf(layout, id) ?? {};
  const width = meta.width === undefined || id.startsWith('COLUMN') ? '' : `:${meta.width}`;
  return `${id}${width}${children.length > 0 ? `(${children.map((child) => tree(layout, child)).join(' ')})` : ''}`;
}

test.each(nestingCases)('[4.6-01] %s holds %s while it is at most %s deep', (parent, child, deepest) => {
  for (let depth = 0; depth <= 7; depth++) expect(isValidChild(parent, depth, child)).toBe(depth <= deepest);
});

test('[4.6-01] nothing nests beyond the table, but for headers in rows', () => {
  const listed = new Set([...nestingCases.map(([parent, child]) => `${parent} ${child}`), 'ROW HEADER']);
  for (const parent of COMPONENT_TYPES)
    for (const child of COMPONENT_TYPES)
      expect([parent, child, isValidChild(parent, 0, child)]).toEqual([
        parent,
        child,
        listed.has(`${parent} ${child}`),
      ]);
  expect(isValidChild(undefined, 0, 'ROW')).toBe(false);
  expect(isValidChild('GRID', Number.NaN, 'ROW')).toBe(false);
});

test('[4.6-03] charts, columns and texts in grid and tab are wrapped, nothing else', () => {
  const wrapped = COMPONENT_TYPES.flatMap((parent) =>
    COMPONENT_TYPES.filter((child) => needsRow(parent, child)).map((child) => `${parent} ${child}`),
  );
  expect(wrapped.toSorted()).toEqual(rowCases.map((pair) => pair.join(' ')).toSorted());
});

test.each(newComponentCases)('a new %s', (type, meta) => {
  expect(newComponent(type, 'x')).toEqual({ id: 'x', type, children: [], parents: [], meta });
});

test('[9.0-24] twelve grid columns, charts four wide, three header sizes', () => {
  expect([GRID_COLUMNS, DEFAULT_WIDTH, HEADER_SIZES]).toEqual([
    12,
    4,
    ['SMALL_HEADER', 'MEDIUM_HEADER', 'LARGE_HEADER'],
  ]);
});

const widths: Layout = readLayout({
  ...emptyLayout,
  ...widthsLayout,
  [GRID_ID]: newComponent('GRID', GRID_ID, {}, ['R']),
});

test.each(widthCases)('widths of %s: %s, occupied %s, at least %s', (id, width, occupied, minimum) => {
  expect([widthOf(widths, id), occupiedWidth(widths, id), minimumWidth(widths, id)]).toEqual([
    width,
    occupied,
    minimum,
  ]);
});

test('[4.6-04] too wide shrinks to the room left; less room than the minimum is -1', () => {
  expect([fitWidth(6, 2, 12), fitWidth(6, 2, 3), fitWidth(6, 2, 2), fitWidth(6, 2, 1), fitWidth(1, 0, 0)]).toEqual([
    6, 3, 2, -1, -1,
  ]);
});

test('pixels: twelve columns and their gutters fill the container', () => {
  expect(spanPx(12, columnWidthPx(1200))).toBeCloseTo(1200);
  expect(spanPx(4, columnWidthPx(1184))).toBe(4 * 84 + 3 * 16);
});

test('depth: tabs and tab add none', () => {
  const layout = layoutOf(['TABS-a', [['TAB-a', [['ROW-a', [['COLUMN-a', [['CHART-a']]]]]]]]]);
  expect(
    ['GRID_ID', 'TABS-a', 'TAB-a', 'ROW-a', 'COLUMN-a', 'CHART-a', 'gone'].map((id) => depthOf(layout, id)),
  ).toEqual([1, 2, 2, 2, 3, 4, Number.NaN]);
});

test('[4.6-05] a new chart dropped into the grid gets a row; a new tab set gets a tab', () => {
  const newId = ids();
  const one = applied(
    createComponent(emptyLayout, 'CHART', { chartId: 7, sliceName: 'Flights' }, { parentId: GRID_ID, index: 0 }, newId),
  );
  expect(tree(one)).toBe('ROOT_ID(GRID_ID(ROW-2(CHART-1:4)))');
  expect(componentOf(one, 'CHART-1')?.parents).toEqual(['ROOT_ID', 'GRID_ID', 'ROW-2']);
  expect(tree(applied(createComponent(one, 'TABS', {}, { parentId: GRID_ID, index: 0 }, newId)))).toBe(
    'ROOT_ID(GRID_ID(TABS-4(TAB-3) ROW-2(CHART-1:4)))',
  );
});

test('[4.6-04] [5.0-14] into a row: shrinks to the room left, and is refused where there is none', () => {
  const layout = layoutOf(
    ['ROW-a', [['CHART-a', [], { width: 10 }]]],
    [
      'ROW-b',
      [
        ['CHART-b', [], { width: 6 }],
        ['COLUMN-c', [['CHART-c', [], { width: 3 }]], { width: 6 }],
      ],
    ],
  );
  expect(tree(applied(moveComponent(layout, 'CHART-b', { parentId: 'ROW-a', index: 1 }, ids())))).toBe(
    'ROOT_ID(GRID_ID(ROW-a(CHART-a:10 CHART-b:2) ROW-b(COLUMN-c(CHART-c:3))))',
  );
  expect(moveComponent(layout, 'COLUMN-c', { parentId: 'ROW-a', index: 0 }, ids())).toEqual({
    ok: false,
    reason:
      'There is not enough space for this component. Try decreasing its width, or increasing the destination width.',
  });
});

test('[5.0-14] a row does not fit into a column that is narrower than its content', () => {
  const layout = layoutOf(
    ['ROW-a', [['CHART-a', [], { width: 5 }]]],
    [
      'ROW-b',
      [
        ['COLUMN-b', [], { width: 4 }],
        ['COLUMN-c', [], { width: 5 }],
      ],
    ],
  );
  expect(moveComponent(layout, 'ROW-a', { parentId: 'COLUMN-b', index: 0 }, ids()).ok).toBe(false);
  expect(tree(applied(moveComponent(layout, 'ROW-a', { parentId: 'COLUMN-c', index: 0 }, ids())))).toBe(
    'ROOT_ID(GRID_ID(ROW-b(COLUMN-b COLUMN-c(ROW-a(CHART-a:5)))))',
  );
  expect(tree(applied(moveComponent(layout, 'CHART-a', { parentId: 'COLUMN-b', index: 0 }, ids())))).toBe(
    'ROOT_ID(GRID_ID(ROW-b(COLUMN-b(CHART-a:4) COLUMN-c)))',
  );
});

test('[4.6-05] moving within a row changes the order; a drop where it stands changes nothing', () => {
  const layout = layoutOf(['ROW-a', [['CHART-a'], ['CHART-b'], ['CHART-c']]]);
  expect(tree(applied(moveComponent(layout, 'CHART-a', { parentId: 'ROW-a', index: 3 }, ids())))).toBe(
    'ROOT_ID(GRID_ID(ROW-a(CHART-b:4 CHART-c:4 CHART-a:4)))',
  );
  expect(tree(applied(moveComponent(layout, 'CHART-c', { parentId: 'ROW-a', index: 1 }, ids())))).toBe(
    'ROOT_ID(GRID_ID(ROW-a(CHART-a:4 CHART-c:4 CHART-b:4)))',
  );
  expect(
    [1, 2].map((index) => applied(moveComponent(layout, 'CHART-b', { parentId: 'ROW-a', index }, ids())) === layout),
  ).toEqual([true, true]);
});

test('[4.6-06] rows and tab sets left empty disappear, up the tree; columns stay', () => {
  const layout = layoutOf(
    ['ROW-a', [['CHART-a']]],
    ['ROW-b', [['COLUMN-b', [['CHART-b']]]]],
    ['TABS-c', [['TAB-c']]],
    ['TABS-d', [['TAB-d']]],
  );
  expect(tree(applied(moveComponent(layout, 'CHART-a', { parentId: 'ROW-b', index: 0 }, ids())))).toContain(
    'GRID_ID(ROW-b(CHART-a:4 COLUMN-b(',
  );
  expect(tree(applied(moveComponent(layout, 'CHART-b', { parentId: 'ROW-a', index: 1 }, ids())))).toContain(
    'ROW-b(COLUMN-b)',
  );
  expect(tree(applied(moveComponent(layout, 'TAB-c', { parentId: 'TABS-d', index: 1 }, ids())))).toContain(
    'ROW-b(COLUMN-b(CHART-b:4)) TABS-d(TAB-d TAB-c)',
  );
});

test('a component never lands in itself, nor where its content would be too deep', () => {
  const deep = layoutOf(
    [
      'TABS-a',
      [['TAB-a', [['TABS-b', [['TAB-b', [['ROW-b', [['COLUMN-b', [['ROW-c', [['COLUMN-c', [['CHART-c']]]]]]]]]]]]]]]],
    ],
    ['ROW-x', [['COLUMN-x', [['ROW-y', [['CHART-y']]]]]]],
  );
  expect(moveComponent(deep, 'TABS-a', { parentId: 'TAB-b', index: 0 }, ids())).toEqual({
    ok: false,
    reason: 'This component cannot be placed here.',
  });
  expect(moveComponent(deep, 'COLUMN-x', { parentId: 'ROW-c', index: 0 }, ids()).ok).toBe(false);
  expect(moveComponent(deep, 'CHART-y', { parentId: 'gone', index: 0 }, ids()).ok).toBe(false);
});

test('[4.6-05] tabs dropped on the root become top-level tabs and take the grid in', () => {
  const layout = layoutOf(['ROW-a', [['CHART-a']]]);
  const tabs = applied(createComponent(layout, 'TABS', {}, { parentId: ROOT_ID, index: 0 }, ids()));
  expect(tree(tabs)).toBe('ROOT_ID(TABS-2(TAB-1(ROW-a(CHART-a:4))))');
  expect(componentOf(tabs, GRID_ID)?.children).toEqual([]);
  expect(tree(deleteComponent(tabs, 'TABS-2'))).toBe('ROOT_ID(GRID_ID(ROW-a(CHART-a:4)))');
  expect(tree(deleteComponent(tabs, 'TAB-1'))).toBe('ROOT_ID(GRID_ID)');
  const nested = layoutOf(['ROW-a', [['CHART-a']]], ['TABS-n', [['TAB-n']]]);
  expect(tree(applied(moveComponent(nested, 'TABS-n', { parentId: ROOT_ID, index: 0 }, ids())))).toBe(
    'ROOT_ID(TABS-n(TAB-n(ROW-a(CHART-a:4))))',
  );
});

test('[5.0-15] [4.6-03] a top-level tab does not go into nested tabs; a nested one may come up', () => {
  const layout = layoutOf(['TABS-top', [['TAB-a', [['TABS-n', [['TAB-n'], ['TAB-m']]]]], ['TAB-b']]]);
  expect(moveComponent(layout, 'TAB-b', { parentId: 'TABS-n', index: 0 }, ids())).toEqual({
    ok: false,
    reason: 'Can not move top level tab into nested tabs.',
  });
  expect(tree(applied(moveComponent(layout, 'TAB-n', { parentId: 'TABS-top', index: 0 }, ids())))).toBe(
    'ROOT_ID(TABS-top(TAB-n TAB-a(TABS-n(TAB-m)) TAB-b))',
  );
});

test('deleting takes the content along and cleans up; the grid stays', () => {
  const layout = layoutOf(['ROW-a', [['COLUMN-a', [['CHART-a']]]]], ['ROW-b', [['CHART-b', [], { chartId: 9 }]]]);
  const less = deleteComponent(layout, 'COLUMN-a');
  expect(tree(less)).toBe('ROOT_ID(GRID_ID(ROW-b(CHART-b:4)))');
  expect(Object.keys(less)).not.toContain('CHART-a');
  expect(chartIdsOf(less)).toEqual([9]);
  expect(deleteComponent(layout, GRID_ID)).toBe(layout);
});

test('[4.6-07] a resize applies only what changes, between content and neighbours', () => {
  const layout = layoutOf([
    'ROW-a',
    [
      ['CHART-a', [], { width: 4, height: 50 }],
      ['COLUMN-b', [['CHART-b', [], { width: 3 }]], { width: 5 }],
    ],
  ]);
  expect(resizeComponent(layout, 'CHART-a', { width: 4, height: 50 })).toBe(layout);
  expect(componentOf(resizeComponent(layout, 'CHART-a', { width: 11, height: 2 }), 'CHART-a')?.meta).toMatchObject({
    width: 7,
    height: 5,
  });
  expect(componentOf(resizeComponent(layout, 'CHART-a', { height: 400 }), 'CHART-a')?.meta).toMatchObject({
    width: 4,
    height: 100,
  });
  expect(componentOf(resizeComponent(layout, 'COLUMN-b', { width: 1, height: 9 }), 'COLUMN-b')?.meta).toEqual({
    width: 3,
    background: 'BACKGROUND_TRANSPARENT',
  });
  expect(resizeComponent(layout, 'ROW-a', { width: 3 })).toBe(layout);
  expect(updateMeta(layout, 'CHART-a', { width: 4 })).toBe(layout);
});

test('[4.5-08] missing charts get new rows of three at the end; those that are there stay', () => {
  const layout = layoutOf(['ROW-a', [['CHART-a', [], { chartId: 1 }]]]);
  const chart = (id: number) => ({ id, name: `Chart ${id}` });
  const placed = placeMissingCharts(layout, [1, 2, 3, 4, 5, 5].map(chart), ids());
  expect(tree(placed)).toBe('ROOT_ID(GRID_ID(ROW-a(CHART-a:4) ROW-4(CHART-1:4 CHART-2:4 CHART-3:4) ROW-6(CHART-5:4)))');
  expect(componentOf(placed, 'CHART-1')?.meta).toEqual({ width: 4, height: 50, chartId: 2, sliceName: 'Chart 2' });
  expect(placeMissingCharts(placed, [chart(3)], ids())).toBe(placed);
  const tabs = layoutOf(['TABS-top', [['TAB-a'], ['TAB-b']]]);
  expect(tree(placeMissingCharts(tabs, [chart(1)], ids()))).toBe('ROOT_ID(TABS-top(TAB-a(ROW-2(CHART-1:4)) TAB-b))');
});

test('[2.3-03] the kinds of components', () => {
  const named: readonly ComponentType[] = [
    'ROOT',
    'GRID',
    'HEADER',
    'TABS',
    'TAB',
    'ROW',
    'COLUMN',
    'CHART',
    'MARKDOWN',
    'DIVIDER',
    'DYNAMIC',
  ];
  expect([...COMPONENT_TYPES].toSorted()).toEqual([...named].toSorted());
});

test('a chart is dropped at the size that suits its type', () => {
  expect(chartMeta({ id: 7, name: 'Number', size: { width: 3, height: 25 } })).toEqual({
    chartId: 7,
    sliceName: 'Number',
    width: 3,
    height: 25,
  });
  expect(chartMeta({ id: 7, name: 'Any' })).not.toHaveProperty('width');
});

test('[4.6-07] a chart is made no smaller than its type declares; one that was saved smaller may stay so', () => {
  const least: LeastSize = ({ type }) => (type === 'CHART' ? { width: 3, height: 20 } : { width: 1, height: 5 });
  const layout = layoutOf(
    [
      'ROW-a',
      [
        ['CHART-a', [], { width: 4, height: 50 }],
        ['MARKDOWN-b', [], { width: 2, height: 50 }],
      ],
    ],
    ['ROW-b', [['CHART-old', [], { width: 2, height: 8 }]]],
  );
  const sizeOf = (of: Layout, id: string) => {
    const { width, height } = componentOf(of, id)?.meta ?? {};
    return { width, height };
  };
  const resized = (id: string, size: { readonly width?: number; readonly height?: number }) =>
    sizeOf(resizeComponent(layout, id, size, least), id);
  expect(resized('CHART-a', { width: 1, height: 6 })).toEqual({ width: 3, height: 20 });
  expect(resized('MARKDOWN-b', { width: 1, height: 6 })).toEqual({ width: 1, height: 6 });
  expect(resized('CHART-old', { width: 1, height: 6 })).toEqual({ width: 2, height: 8 });
  expect(resized('CHART-old', { width: 5 })).toEqual({ width: 5, height: 8 });
});

test('[4.6-04] a chart that is dropped shrinks to the room that is left, and not below what its type declares', () => {
  const least: LeastSize = ({ type }) => (type === 'CHART' ? { width: 3, height: 20 } : { width: 1, height: 5 });
  const full = (width: number) =>
    layoutOf(
      ['ROW-a', [['MARKDOWN-a', [], { width: 12 - width }]]],
      [
        'ROW-b',
        [
          ['CHART-b', [], { width: 6 }],
          ['CHART-old', [], { width: 2 }],
        ],
      ],
    );
  const place = { parentId: 'ROW-a', index: 1 };
  const moved = (layout: Layout, id: string) => moveComponent(layout, id, place, ids(), least);
  expect(componentOf(applied(moved(full(3), 'CHART-b')), 'CHART-b')?.meta.width).toBe(3);
  expect(moved(full(2), 'CHART-b')).toEqual({ ok: false, reason: expect.stringContaining('not enough space') });
  expect(componentOf(applied(moved(full(2), 'CHART-old')), 'CHART-old')?.meta.width).toBe(2);
  const created = (layout: Layout) => createComponent(layout, 'CHART', { chartId: 7, width: 6 }, place, ids(), least);
  expect(created(full(3)).ok).toBe(true);
  expect(created(full(2)).ok).toBe(false);
});

test('charts that stand only in tabs which are not open are known, whichever tab is open', () => {
  const chart = (name: string, chartId: number): Spec => [`CHART-${name}`, [], { chartId }];
  const layout = layoutOf(
    ['ROW-a', [chart('top', 1)]],
    [
      'TABS-a',
      [
        ['TAB-one', [chart('one', 2), chart('both', 3)]],
        ['TAB-two', [chart('two', 4), chart('again', 3)]],
      ],
    ],
  );
  expect([...closedChartIds(layout)]).toEqual([4]);
  expect([...closedChartIds(layout, { 'TABS-a': 'TAB-two' })]).toEqual([2]);
  expect([...closedChartIds(layout, { 'TABS-a': 'TAB-gone' })]).toEqual([4]);
  expect(closedChartIds(emptyLayout).size).toBe(0);
});
