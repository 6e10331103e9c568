import { describe, expect, test } from 'vitest';
import { documentOf } from '../dashboard/fixtures.ts';
import { commit, redo, startHistory, undo, type DashboardHistory } from '../dashboard/history.ts';
import { difference, isSameDocument } from '../dashboard/operations.ts';
import {
  chartIdCases,
  chartsBelowCases,
  containerCases,
  detailedWidthCases,
  dropCases,
  dropPositionCases,
  freshComponentCases,
  layouts,
  parentCases,
  parentsCases,
  sequenceCases,
  undoLimitCases,
  validChildCases,
  wrapCases,
  type LayoutCase,
} from '../fixtures/dashboard-layout.ts';
import { chartIdsOf, contentHome, placesOfChart } from './charts.ts';
import { dropPosition } from './drop-position.ts';
import { createComponent, deleteComponent, moveComponent } from './drop.ts';
import { isValidChild, needsRow } from './nesting.ts';
import { resizable, resizeComponent, updateMeta } from './resize.ts';
import { readLayout, storedLayout } from './stored.ts';
import { settle, subtreeIds } from './tree.ts';
import {
  COMPONENT_TYPES,
  componentOf,
  emptyLayout,
  newComponent,
  parentOf,
  ROOT_ID,
  type ComponentType,
  type Layout,
  type LayoutChange,
} from './types.ts';
import { minimumWidth, occupiedWidth, widthOf } from './widths.ts';

type Json = Readonly<Record<string, unknown>>;
type Drop = {
  readonly source: { readonly id: string; readonly type: string; readonly index: number };
  readonly destination?: { readonly id: string; readonly type: string; readonly index: number };
  readonly dragging: { readonly id: string; readonly type: ComponentType; readonly meta?: Json };
  readonly position?: 'DROP_LEFT' | 'DROP_RIGHT';
};

const isType = (type: unknown): type is ComponentType => COMPONENT_TYPES.some((known) => known === type);
const rawLayout = ({ layout }: Json): Json => {
  const { $fixture: name } = layout as { readonly $fixture?: string };
  return name === undefined ? (layout as Json) : (layouts[name] ?? {});
};
const layoutIn = (input: Json): Layout => readLayout(rawLayout(input));

/** Cases that go another way here, by name, with the point of the ruling that says why. */
const without = (cases: readonly LayoutCase[], exceptions: Readonly<Record<string, string>>) => {
  const names = new Set(cases.map(({ name }) => name));
  for (const name of Object.keys(exceptions)) if (!names.has(name)) throw new Error(`There is no case ${name}`);
  return cases.filter(({ name }) => !Object.hasOwn(exceptions, name));
};

/** The tree as nested text; ids of new components are their types. */
function tree(layout: Layout, id: string = ROOT_ID): string {
  const component = componentOf(layout, id);
  if (!component) return '';
  const { type, children, meta } = component;
  const name = id.includes('-new') ? `${type}-new` : id;
  const size = [meta.width, meta.height].filter((value) => value !== undefined).join('x');
  const text = typeof meta.text === 'string' && type !== 'TAB' ? `"${meta.text}"` : '';
  const below = children.map((child) => tree(layout, child)).join(' ');
  return `${name}${size === '' ? '' : `:${size}`}${text}${below === '' ? '' : `(${below})`}`;
}

/** A layout as a case leaves it: components that it changed, without those that it removed. */
function after(before: Json, { changed, removed }: Json): Json {
  const gone = new Set(removed as readonly string[]);
  const rest = Object.entries(before).filter(([id]) => !gone.has(id));
  return { ...Object.fromEntries(rest), ...(changed as Json) };
}

const counter = () => {
  let count = 0;
  return (type: ComponentType) => `${type}-new${(count += 1)}`;
};

/** One drop of the editor. */
function drop(layout: Layout, { source, destination, dragging, position }: Drop, newId = counter()): LayoutChange {
  if (!destination || !isType(dragging.type)) return { ok: true, layout };
  // Cases count without the component that is moved, places with it; tabs go to a side of another one.
  const isLater = source.id === destination.id && destination.index > source.index && position === undefined;
  const index = destination.index + (isLater || position === 'DROP_RIGHT' ? 1 : 0);
  const place = { parentId: destination.id, index };
  return source.type === 'NEW_COMPONENT_SOURCE'
    ? createComponent(layout, dragging.type, dragging.meta ?? {}, place, newId)
    : moveComponent(layout, dragging.id, place, newId);
}

test.each(
  without(validChildCases, { 'HEADER in ROW at 2': 'ruling 1' }).filter(
    ({ input }) =>
      isType(input['parentType']) && isType(input['childType']) && typeof input['parentDepth'] === 'number',
  ),
)('[4.6-01] $name', ({ input, output }) =>
  expect(
    isValidChild(
      input['parentType'] as ComponentType,
      Number(input['parentDepth']),
      input['childType'] as ComponentType,
    ),
  ).toBe(output),
);

test.each(wrapCases.filter(({ input }) => isType(input['parentType']) && isType(input['childType'])))(
  '[4.6-03] $name',
  ({ input, output }) =>
    expect(needsRow(input['parentType'] as ComponentType, input['childType'] as ComponentType)).toBe(output),
);

test.each(freshComponentCases.filter(({ input }) => isType(input['type'])))(
  'a fresh component: $name',
  ({ input, output }) => {
    const made = newComponent(input['type'] as ComponentType, 'x', (input['meta'] ?? {}) as Json);
    expect(made.meta).toEqual((output as { readonly meta: Json }).meta);
  },
);

test.each(
  without(detailedWidthCases, { 'broken CHART-orphan': '42 b', 'nested COLUMN-l': '42 b' }).filter(
    ({ input, output }) => 'id' in input && 'width' in (output as Json),
  ),
)('[4.6-04] widths: $name', ({ input, output }) => {
  const layout = layoutIn(input);
  const id = String(input['id']);
  const { width, occupiedWidth: occupied, minimumWidth: minimum } = output as Record<string, number>;
  expect(widthOf(layout, id)).toBe(width);
  if (occupied !== undefined) expect(occupiedWidth(layout, id)).toBe(occupied);
  if (minimum !== undefined) expect(minimumWidth(layout, id)).toBe(minimum);
});

describe('questions about a layout', () => {
  test.each(without(containerCases, { 'root with grid and tabs': '42 b' }))(
    'where charts from outside go: $name',
    ({ input, output }) => expect(contentHome(layoutIn(input))).toBe(output),
  );

  test.each(without(parentCases, { 'two parents: first in map order': '42 b' }))(
    'the parent: $name',
    ({ input, output }) => expect(parentOf(layoutIn(input), String(input['childId']))?.id ?? null).toBe(output),
  );

  test.each(without(chartIdCases, { broken: '42 b', 'chart id 0 and null': '42 b', 'string id': '42 f' }))(
    'its charts: $name',
    ({ input, output }) => expect(chartIdsOf(layoutIn(input))).toEqual(output),
  );

  test.each(without(chartsBelowCases, { 'broken CHART-orphan': '42 b' }))(
    'charts below: $name',
    ({ input, output }) => {
      const layout = layoutIn(input);
      const below = subtreeIds(layout, String(input['id'])).flatMap(
        (id) => componentOf(layout, id)?.meta.chartId ?? [],
      );
      expect(below).toEqual(output);
    },
  );

  test.each(parentsCases.filter(({ input }) => input['start'] === ROOT_ID))('parents: $name', ({ input, output }) => {
    const settled = settle(readLayout(rawLayout(input)));
    for (const [id, parents] of Object.entries(output as Record<string, readonly string[]>))
      expect([id, settled[id]?.parents]).toEqual([id, parents]);
  });
});

test.each(
  without(dropPositionCases, { 'header over a chart in a row: neither fits': 'ruling 1' }).filter(
    ({ input }) => input['rect'] !== null && input['pointer'] !== null,
  ),
)('[4.6-02] [9.0-27] $name', ({ input, output }) => {
  const { dragging, target, parent, rect, pointer } = input as Record<string, Json>;
  const position = dropPosition({
    dragged: { id: String(dragging?.['id']), type: dragging?.['type'] as ComponentType },
    target: {
      id: String(target?.['id']),
      type: target?.['type'] as ComponentType,
      depth: Number(input['depth']),
      parentType: parent?.['type'] as ComponentType | undefined,
      hasChildren: ((target?.['children'] as readonly string[] | undefined) ?? []).length > 0,
      orientation: input['orientation'] as 'row' | 'column',
      rect: rect as { left: number; top: number; right: number; bottom: number },
    },
    pointer: pointer as { x: number; y: number },
    shallow: input['shallow'] === true,
  });
  const said =
    position === null ? null : position === 'forbidden' ? 'DROP_FORBIDDEN' : `DROP_${position.side.toUpperCase()}`;
  expect(said).toBe(output);
});

test.each(
  without(dropCases, {
    'negative index': '42 b',
    'nested tab to top level, right of last': '42 b',
  }),
)('[4.6] one drop: $name', ({ input, output }) => {
  const { toasts = [] } = output as { readonly toasts?: readonly string[] };
  const change = drop(layoutIn(input), input['drop'] as Drop);
  expect(change.ok ? [] : [`WARNING_TOAST: ${change.reason}`].slice(0, toasts.length)).toEqual(toasts);
  const expected = readLayout(after(rawLayout(input), output as Json));
  expect(tree(change.ok ? change.layout : layoutIn(input))).toBe(tree(expected));
});

describe('[4.5-03] series of actions', () => {
  const step = (history: DashboardHistory, action: Json, newId: ReturnType<typeof counter>): DashboardHistory => {
    const { layout, title } = history.present;
    const to = (changed: Layout) =>
      commit(history, difference(history.present, { ...history.present, layout: changed }));
    switch (action['do']) {
      case 'drop': {
        const change = drop(layout, action['drop'] as Drop, newId);
        return change.ok ? to(change.layout) : history;
      }
      case 'delete':
        return to(deleteComponent(layout, String(action['id'])));
      case 'resize':
        return to(resizeComponent(layout, String(action['id']), action));
      case 'update':
        return to(
          Object.entries((action['components'] ?? {}) as Record<string, { readonly meta: Json }>).reduce(
            (now, [id, { meta }]) => updateMeta(now, id, meta),
            layout,
          ),
        );
      case 'deleteTopTabs':
        return to(deleteComponent(layout, componentOf(layout, ROOT_ID)?.children[0] ?? ''));
      case 'clearHistory':
        return startHistory(history.present);
      case 'title':
        return commit(
          history,
          difference(history.present, {
            ...history.present,
            title: typeof action['text'] === 'string' ? action['text'] : title,
          }),
        );
      case 'undo':
        return undo(history);
      case 'redo':
        return redo(history);
      default:
        throw new Error(`Unknown step ${JSON.stringify(action)}`);
    }
  };

  test.each(
    without(sequenceCases, {
      'clear history': '42 a',
      'delete top tabs without a grid in the map': '42 a',
      'delete with an unknown parent': '42 a',
      'resize beyond the grid is not checked': '42 b',
      'move the last chart out of a row deletes the row, undo steps': '42 a',
      'undo to empty keeps unsaved when the undo limit was exceeded': '42 a',
      'update with nothing': '42 a',
    }),
  )('$name', ({ input, output }) => {
    const start = documentOf({ layout: layoutIn(input) });
    const newId = counter();
    let history = startHistory(start);
    let expected = rawLayout(input);
    for (const [at, action] of (input['steps'] as readonly Json[]).entries()) {
      history = step(history, action, newId);
      const result = (output as readonly Json[])[at] ?? {};
      expected = after(expected, result);
      expect([at, tree(history.present.layout)]).toEqual([at, tree(readLayout(expected))]);
      expect([at, history.past.length, history.future.length]).toEqual([at, result['past'], result['future']]);
      expect([at, !isSameDocument(start, history.present)]).toEqual([at, result['unsaved']]);
    }
  });

  test.each(undoLimitCases)('[8.3-05] [9.0-26] $name', ({ input, output }) => {
    const layout = readLayout(layouts['simple']);
    let history = startHistory(documentOf({ layout }));
    for (let at = 1; at <= Number(input['edits']); at += 1) {
      const present = resizeComponent(history.present.layout, 'CHART-1', { height: 50 + (at % 49) });
      history = commit(history, difference(history.present, { ...history.present, layout: present }));
    }
    const { undoDepth, effectiveUndos } = output as Record<string, number>;
    expect(history.past.length).toBe(undoDepth);
    let undone = 0;
    for (let now = undo(history); now !== history; now = undo(history)) {
      history = now;
      undone += 1;
    }
    expect(undone).toBe(effectiveUndos);
  });
});

test.each([
  ['ROOT', false],
  ['ROW', false],
  ['TABS', false],
  ['CHART', true],
  ['HEADER', false],
  ['DYNAMIC', true],
] as const)('[4.6-07] %s can be resized: %s', (type, expected) =>
  expect(Object.hasOwn(resizable, type)).toBe(expected),
);

test.each([
  ['CHART', 1, 'simple', ['CHART-1']],
  ['no chart of that number', 99, 'simple', []],
  ['in a nested tab', 14, 'tabs', ['CHART-14']],
])('the placement of a chart: %s', (_, chartId, name, expected) =>
  expect(placesOfChart(readLayout(layouts[name]), chartId).slice(0, 1)).toEqual(expected),
);

test('[9.0-24] the layout of a new dashboard', () =>
  expect(storedLayout(emptyLayout)).toMatchObject({
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['GRID_ID'] },
    GRID_ID: { type: 'GRID', id: 'GRID_ID', children: [], parents: ['ROOT_ID'] },
  }));

test('[2.3-03] root and grid are fixed: nothing moves them, duplicates them or takes them away', () => {
  const layout = readLayout(layouts['simple']);
  for (const id of [ROOT_ID, 'GRID_ID']) {
    expect(moveComponent(layout, id, { parentId: 'ROW-a', index: 0 }, counter()).ok).toBe(false);
    expect(deleteComponent(layout, id)).toBe(layout);
  }
  const tabs = readLayout(layouts['tabs']);
  expect(moveComponent(tabs, 'TABS-top', { parentId: ROOT_ID, index: 4 }, counter())).toEqual({
    ok: true,
    layout: tabs,
  });
});
