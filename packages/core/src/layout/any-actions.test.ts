import fc from 'fast-check';
import { expect, test } from 'vitest';
import { documentOf } from '../dashboard/fixtures.ts';
import { commit, startHistory, undo, type DashboardHistory } from '../dashboard/history.ts';
import { difference, isSameDocument } from '../dashboard/operations.ts';
import { layouts } from '../fixtures/dashboard-layout.ts';
import { copyComponents, deleteComponents, pasteComponents } from './clip.ts';
import { createComponent, deleteComponent, moveComponent } from './drop.ts';
import { depthOf, isValidChild } from './nesting.ts';
import { resizeComponent } from './resize.ts';
import { readLayout, storedLayout } from './stored.ts';
import {
  componentOf,
  GRID_ID,
  HEADER_ID,
  parentOf,
  ROOT_ID,
  type ComponentType,
  type Layout,
  type LayoutChange,
  type NewId,
} from './types.ts';
import { availableWidth, occupiedWidth } from './widths.ts';

const NEW: readonly ComponentType[] = ['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'ROW', 'COLUMN', 'TABS', 'DYNAMIC'];

type Action = {
  readonly kind: 'create' | 'move' | 'delete' | 'resize' | 'paste' | 'cut' | 'undo';
  readonly type: ComponentType;
  /** Which component and which place, as a part of all there are. */
  readonly what: number;
  readonly where: number;
  readonly size: number;
};

const anAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('create', 'create', 'move', 'move', 'delete', 'resize', 'paste', 'cut', 'undo'),
  type: fc.constantFrom(...NEW),
  what: fc.double({ min: 0, max: 0.999, noNaN: true }),
  where: fc.double({ min: 0, max: 0.999, noNaN: true }),
  size: fc.integer({ min: -3, max: 140 }),
});

function pick<T>(all: readonly T[], at: number): T | undefined {
  return all[Math.floor(at * all.length)];
}

function changed(layout: Layout, action: Action, newId: NewId): Layout {
  const ids = Object.keys(layout);
  const id = pick(ids, action.what) ?? ROOT_ID;
  const parentId = pick(ids, action.where) ?? ROOT_ID;
  const place = { parentId, index: Math.abs(action.size) % 5 };
  const after = (change: LayoutChange) => (change.ok ? change.layout : layout);
  switch (action.kind) {
    case 'create':
      return after(createComponent(layout, action.type, action.type === 'CHART' ? { chartId: 1 } : {}, place, newId));
    case 'move':
      return after(moveComponent(layout, id, place, newId));
    case 'delete':
      return deleteComponent(layout, id);
    case 'resize':
      return resizeComponent(layout, id, { width: action.size, height: action.size });
    case 'paste':
      return pasteComponents(layout, copyComponents(layout, new Set([id])), parentId, newId)?.layout ?? layout;
    case 'cut':
      return deleteComponents(layout, new Set([id, parentId]));
    case 'undo':
      return layout;
  }
}

/** Everything hangs where it may, once, and no row is wider than what is around it. */
function faultsOf(layout: Layout): readonly string[] {
  const all = Object.values(layout).filter(({ id }) => id !== HEADER_ID);
  const inTree = (id: string) => id === ROOT_ID || (id === GRID_ID && parentOf(layout, id)?.id === undefined);
  return all.flatMap(({ id, type, children, parents }) => {
    const parent = parentOf(layout, id);
    const isAdrift = id === GRID_ID && !(parent?.children.includes(id) ?? false);
    return [
      ...children
        .filter((child) => componentOf(layout, child) === undefined)
        .map((child) => `${id} holds lost ${child}`),
      ...(new Set(children).size === children.length ? [] : [`${id} holds one twice`]),
      ...(inTree(id) || isAdrift || parent?.children.includes(id) === true ? [] : [`${id} hangs nowhere`]),
      ...(inTree(id) || isAdrift || isValidChild(parent?.type, depthOf(layout, parent?.id ?? ''), type)
        ? []
        : [`${id} may not stand in ${parent?.id ?? 'nothing'}`]),
      ...(parents.includes(id) ? [`${id} is in itself`] : []),
      ...(type === 'ROW' && occupiedWidth(layout, id) > availableWidth(layout, id) ? [`${id} is too wide`] : []),
    ];
  });
}

/** What a reader sees, wherever it stands. */
function contentOf(layout: Layout): readonly string[] {
  const content: ReadonlySet<string> = new Set(['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'DYNAMIC']);
  return Object.values(layout)
    .filter(({ type }) => content.has(type))
    .map(({ id }) => id)
    .toSorted();
}

test.each(Object.keys(layouts).filter((name) => name !== 'broken'))(
  '[4.6] any series of actions on "%s" leaves a valid layout, and undo leads back to the start',
  (name) => {
    fc.assert(
      fc.property(fc.array(anAction, { maxLength: 40 }), (actions) => {
        let count = 0;
        const newId: NewId = (type) => `${type}-made${(count += 1)}`;
        const start = documentOf({ layout: readLayout(layouts[name]) });
        let history: DashboardHistory = startHistory(start);
        for (const action of actions) {
          const { present } = history;
          history =
            action.kind === 'undo'
              ? undo(history)
              : commit(history, difference(present, { ...present, layout: changed(present.layout, action, newId) }));
          expect(faultsOf(history.present.layout)).toEqual([]);
          // A move takes nothing from the page, and adds nothing but a row around what moved.
          if (action.kind === 'move') expect(contentOf(history.present.layout)).toEqual(contentOf(present.layout));
        }
        // What is stored is read as it was.
        const { layout } = history.present;
        expect(isSameDocument(documentOf({ layout: readLayout(storedLayout(layout)) }), documentOf({ layout }))).toBe(
          true,
        );
        while (history.past.length > 0) history = undo(history);
        expect(isSameDocument(start, history.present)).toBe(true);
      }),
      { numRuns: 600 },
    );
  },
);
