import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { placeMissingCharts } from '../layout/charts.ts';
import { createComponent, deleteComponent, moveComponent } from '../layout/drop.ts';
import { resizeComponent, updateMeta } from '../layout/resize.ts';
import {
  componentOf,
  emptyLayout,
  GRID_ID,
  ROOT_ID,
  type ComponentType,
  type Layout,
  type NewId,
} from '../layout/types.ts';
import { type DashboardDocument, UNTITLED } from './document.ts';
import { countedIds, documentOf } from './fixtures.ts';
import { commit, redo, startHistory, undo, type DashboardHistory } from './history.ts';
import { merge } from './merge.ts';
import { apply, applyAll, difference, invert, invertAll, isSameDocument } from './operations.ts';
import { printDocument } from './printed.ts';
import { serializeDocument, readDocument, readSerializedDocument } from './stored.ts';
import { summarise } from './summarise.ts';

/** One thing that a user does; `at` and `to` choose among what is there. */
type Action = {
  readonly kind: 'add' | 'remove' | 'move' | 'resize' | 'edit' | 'title' | 'property' | 'setting';
  readonly at: number;
  readonly to: number;
  readonly value: number;
};

const anAction: fc.Arbitrary<Action> = fc.record({
  kind: fc.constantFrom('add', 'remove', 'move', 'resize', 'edit', 'title', 'property', 'setting'),
  at: fc.nat(40),
  to: fc.nat(40),
  value: fc.nat(12),
});
const actions = fc.array(anAction, { maxLength: 12 });

/** Charts 1 to 7 in rows of three; chart 1 stands twice. */
const start = documentOf({
  title: 'Flights',
  layout: placedTwice(
    placeMissingCharts(
      emptyLayout,
      [1, 2, 3, 4, 5, 6, 7].map((id) => ({ id, name: `Chart ${id}` })),
      countedIds(),
    ),
  ),
  settings: {
    color_scheme: 'a',
    native_filter_configuration: [{ id: 'f1', name: 'Year' }],
    unknown_key: { kept: [1] },
  },
});

function placedTwice(layout: Layout): Layout {
  const added = createComponent(
    layout,
    'CHART',
    { chartId: 1 },
    { parentId: GRID_ID, index: 9 },
    (type) => `${type}-again`,
  );
  return added.ok ? added.layout : layout;
}

function act(document: DashboardDocument, action: Action, newId: NewId): DashboardDocument {
  const { kind, value } = action;
  switch (kind) {
    case 'title':
      return { ...document, title: `Title ${value}` };
    case 'property':
      return { ...document, properties: { ...document.properties, description: `Words ${value}`, owners: [value] } };
    case 'setting':
      return { ...document, settings: settingsAfter(document, value) };
    case 'add':
    case 'remove':
    case 'move':
    case 'resize':
    case 'edit':
      return { ...document, layout: layoutAfter(document.layout, kind, action, newId) };
  }
}

function settingsAfter({ settings }: DashboardDocument, value: number): DashboardDocument['settings'] {
  const { color_scheme: _, ...rest } = settings;
  if (value % 3 === 0) return rest;
  return value % 3 === 1
    ? { ...settings, color_scheme: `scheme ${value}` }
    : { ...settings, native_filter_configuration: [{ id: `f${value}` }], cross_filters_enabled: value > 5 };
}

const TYPES: readonly ComponentType[] = ['CHART', 'MARKDOWN', 'HEADER', 'DIVIDER', 'ROW', 'COLUMN', 'TABS'];

function layoutAfter(
  layout: Layout,
  kind: 'add' | 'remove' | 'move' | 'resize' | 'edit',
  { at, to, value }: Action,
  newId: NewId,
): Layout {
  const ids = Object.keys(layout).filter((id) => id !== ROOT_ID && id !== GRID_ID);
  const id = ids[at % Math.max(1, ids.length)] ?? GRID_ID;
  const targets = Object.keys(layout);
  const place = { parentId: targets[to % targets.length] ?? GRID_ID, index: value % 4 };
  const type = TYPES[at % TYPES.length] ?? 'ROW';
  switch (kind) {
    case 'add': {
      const change = createComponent(layout, type, type === 'CHART' ? { chartId: (value % 3) + 1 } : {}, place, newId);
      return change.ok ? change.layout : layout;
    }
    case 'move': {
      const change = moveComponent(layout, id, place, newId);
      return change.ok ? change.layout : layout;
    }
    case 'remove':
      return deleteComponent(layout, id);
    case 'resize':
      return resizeComponent(layout, id, { width: value, height: value * 5 });
    case 'edit':
      return updateMeta(layout, id, { text: `Text ${value}` });
  }
}

const after = (done: readonly Action[], newId = named('new'), from = start) =>
  done.reduce((document, action) => act(document, action, newId), from);

/** Every child is there, hangs in one parent, and knows the way to the root. */
function expectSound(layout: Layout): void {
  const seen = new Set<string>();
  const visit = (id: string, parents: readonly string[]): void => {
    const component = componentOf(layout, id);
    expect(component, `child ${id} exists`).toBeDefined();
    expect(seen.has(id), `${id} stands once`).toBe(false);
    seen.add(id);
    expect(component?.parents).toEqual(parents);
    for (const child of component?.children ?? []) visit(child, [...parents, id]);
  };
  visit(ROOT_ID, []);
  for (const id of Object.keys(layout)) expect(id === GRID_ID || seen.has(id), `${id} hangs somewhere`).toBe(true);
}

test('what an action did leads from one document to the other, and taken back leads home', () => {
  fc.assert(
    fc.property(actions, (done) => {
      const document = after(done);
      const operations = difference(start, document);
      expect(applyAll(start, operations)).toEqual(document);
      expect(applyAll(document, invertAll(operations))).toEqual(start);
      for (const operation of operations) {
        expect(apply(apply(start, operation), invert(operation))).toEqual(start);
        expect(invert(invert(operation))).toEqual(operation);
      }
    }),
  );
});

test('[4.5-06] any sequence of edits, undo and redo: undo leads back through the same documents, redo forth', () => {
  const moves = fc.array(fc.oneof(anAction, fc.constantFrom('undo' as const, 'redo' as const)), { maxLength: 30 });
  fc.assert(
    fc.property(moves, (sequence) => {
      const newId = named('new');
      let history: DashboardHistory = startHistory(start);
      let line: DashboardDocument[] = [start];
      let now = 0;
      for (const move of sequence) {
        if (move === 'undo') {
          history = undo(history);
          now = Math.max(0, now - 1);
        } else if (move === 'redo') {
          history = redo(history);
          now = Math.min(line.length - 1, now + 1);
        } else {
          const next = act(history.present, move, newId);
          const step = difference(history.present, next);
          history = commit(history, step);
          if (step.length > 0) {
            line = [...line.slice(0, now + 1), next];
            now += 1;
          }
        }
        expect(history.present).toEqual(line[now]);
        expect(history.past).toHaveLength(now);
      }
      expect(isSameDocument(history.present, start)).toBe(difference(start, history.present).length === 0);
    }),
  );
});

test('merging whatever two users did leaves no id that leads nowhere, and nothing that hangs nowhere', () => {
  fc.assert(
    fc.property(actions, actions, (mine, theirs) => {
      const merged = merge(start, after(mine, named('mine')), after(theirs, named('theirs')));
      expectSound(merged.document.layout);
      // What only one of the two did is never asked about.
      expect(merge(start, start, after(theirs)).clashes).toEqual([]);
      expect(isSameDocument(merge(start, start, after(theirs)).document, after(theirs))).toBe(true);
      expect(isSameDocument(merge(start, after(mine), start).document, after(mine))).toBe(true);
    }),
  );
});

/** Two users at once make different ids. */
function named(who: string): NewId {
  const count = countedIds();
  return (type) => `${type}-${who}-${count(type)}`;
}

test('edits that touch different things go together, and who is called mine makes no difference', () => {
  const cards = Object.values(start.layout).filter(({ type }) => type === 'CHART');
  const edits = fc.array(
    fc.record({ kind: fc.constantFrom('height', 'text', 'remove'), value: fc.integer({ min: 5, max: 90 }) }),
    {
      minLength: cards.length,
      maxLength: cards.length,
    },
  );
  const edited = (half: 0 | 1, chosen: readonly { readonly kind: string; readonly value: number }[]) =>
    cards.reduce((layout, { id }, at) => {
      const edit = chosen[at];
      if (at % 2 !== half || !edit) return layout;
      if (edit.kind === 'remove') return deleteComponent(layout, id);
      return edit.kind === 'height'
        ? resizeComponent(layout, id, { height: edit.value })
        : updateMeta(layout, id, { sliceNameOverride: `Name ${edit.value}` });
    }, start.layout);
  fc.assert(
    fc.property(edits, fc.string({ minLength: 1 }), fc.string(), (chosen, title, scheme) => {
      const one = { ...start, title, layout: edited(0, chosen) };
      const other = {
        ...start,
        properties: { ...start.properties, description: scheme },
        settings: { ...start.settings, color_scheme: scheme },
        layout: edited(1, chosen),
      };
      const [forth, back] = [merge(start, one, other), merge(start, other, one)];
      expect([forth.clashes, back.clashes]).toEqual([[], []]);
      expect(isSameDocument(forth.document, back.document)).toBe(true);
      // Both did what they did: the operations of each are in the result.
      expect(forth.document).toMatchObject({ title, settings: { color_scheme: scheme } });
    }),
  );
});

test('[3.7-01] a stored dashboard is read and printed the same, with keys that nobody knows and long integers', () => {
  const stored = {
    dashboard_title: 'Flights',
    slug: 'flights',
    description: null,
    owners: [{ id: 3 }],
    roles: [],
    tags: [],
    certified_by: 'Ada',
    certification_details: null,
    css: null,
    position_json: JSON.stringify({
      DASHBOARD_VERSION_KEY: 'v2',
      ...start.layout,
      'CHART-again': { ...start.layout['CHART-again'], meta: { chartId: 1, width: 4, height: 50, vizTypeHint: 'x' } },
    }),
    json_metadata: '{"made_by_a_later_version":{"a":[1,2]},"default":9007199254740993,"positions":{}}',
  };
  const document = readDocument(stored);
  expect(document.settings).toEqual({ made_by_a_later_version: { a: [1, 2] }, default: 9007199254740993n });
  const sent = printDocument(document, document);
  expect(Object.keys(sent)).toEqual(['dashboard_title', 'json_metadata']);
  const { positions, ...settings } = JSON.parse(sent.json_metadata) as { readonly positions: object };
  expect(positions).toEqual(JSON.parse(stored.position_json));
  expect(Object.keys(settings)).toEqual(['made_by_a_later_version', 'default']);
  expect(sent.json_metadata).toContain('"default":9007199254740993');
  fc.assert(
    fc.property(actions, (done) => {
      const changed = after(done);
      const write = printDocument(changed, start);
      const { positions: sentPositions } = JSON.parse(write.json_metadata) as { readonly positions: object };
      const again = readDocument({
        ...stored,
        dashboard_title: write.dashboard_title,
        slug: null,
        description: write.description ?? null,
        owners: (write.owners ?? []).map((id) => ({ id })),
        certified_by: null,
        position_json: JSON.stringify(sentPositions),
        json_metadata: write.json_metadata,
      });
      expect(again).toEqual(changed);
      expect(readSerializedDocument(JSON.parse(JSON.stringify(serializeDocument(changed))))).toEqual(changed);
    }),
  );
});

test('[5.0-12] what is sent of the properties is what differs; a title without words has the words for that', () => {
  const changed = {
    ...start,
    title: ' ',
    properties: { ...start.properties, slug: 'f', owners: [2, 1], tags: [{ id: 5, name: 'x' }], certifiedBy: 'Ada' },
  };
  const { json_metadata: _, ...sent } = printDocument(changed, start);
  expect(sent).toEqual({ dashboard_title: UNTITLED, slug: 'f', owners: [2, 1], tags: [5], certified_by: 'Ada' });
});

test('a summary says in words what was done, and nothing of rows that came with it', () => {
  const chart = (chartId: number) =>
    Object.values(start.layout).find(({ type, meta }) => type === 'CHART' && meta.chartId === chartId)?.id ?? '';
  const moved = (layout: Layout, id: string) => {
    const change = moveComponent(layout, id, { parentId: GRID_ID, index: 0 }, named(id));
    return change.ok ? change.layout : layout;
  };
  const words = (changed: Partial<DashboardDocument>) => summarise(difference(start, { ...start, ...changed }));
  expect(words({})).toBe('');
  expect(words({ title: 'New', layout: moved(moved(start.layout, chart(2)), chart(5)) })).toBe(
    'Changed the title, moved 2 charts',
  );
  expect(words({ layout: deleteComponent(start.layout, chart(7)) })).toBe('Removed chart "Chart 7"');
  expect(words({ layout: resizeComponent(start.layout, chart(2), { height: 80 }) })).toBe('Resized chart "Chart 2"');
  expect(words({ layout: updateMeta(start.layout, chart(2), { sliceName: 'Renamed elsewhere' }) })).toBe('');
  const swapped = moveComponent(
    start.layout,
    chart(2),
    { parentId: start.layout[chart(2)]?.parents.at(-1) ?? '', index: 0 },
    named('x'),
  );
  expect(words({ layout: swapped.ok ? swapped.layout : start.layout })).toBe('Changed the order');
  expect(
    words({
      properties: { ...start.properties, description: 'x', certifiedBy: 'a', certificationDetails: 'b' },
      settings: {
        ...start.settings,
        label_colors: {},
        filter_scopes: {},
        refresh_frequency: 5,
        show_native_filters: true,
      },
    }),
  ).toBe(
    'Changed the description and certification, changed the filters, changed what filters reach, changed the ' +
      'colors, changed the settings',
  );
});
