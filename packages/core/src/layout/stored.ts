import { settle } from './tree.ts';
import {
  COMPONENT_TYPES,
  type ComponentMeta,
  type ComponentType,
  DEFAULT_HEIGHT,
  DEFAULT_WIDTH,
  GRID_COLUMNS,
  GRID_ID,
  type Layout,
  type LayoutComponent,
  MIN_HEIGHT,
  MIN_WIDTH,
  ROOT_ID,
  VERSION,
  VERSION_KEY,
} from './types.ts';

/** Editors nest a handful; thousands, which fit into a stored text, would overflow the stack of whoever opens them. */
const MAX_DEPTH = 50;

const types: ReadonlySet<unknown> = new Set(COMPONENT_TYPES);

/**
 * Read a stored layout, whatever state it is in: unreadable text gives an empty dashboard, children that do not exist
 * or stand twice are dropped, loops are cut, root and grid are put back, impossible sizes take their defaults.
 * What hangs nowhere is left out; charts among it get a new place by `placeMissingCharts`.
 */
export function readLayout(stored: unknown): Layout {
  const map = typeof stored === 'string' ? parseObject(stored) : stored;
  const components = new Map<string, LayoutComponent>();
  for (const [id, value] of Object.entries(isRecord(map) ? map : {})) {
    const component = id === '__proto__' ? null : readComponent(id, value);
    if (component) components.set(id, component);
  }
  const grid: LayoutComponent = {
    children: [],
    parents: [],
    meta: {},
    ...components.get(GRID_ID),
    id: GRID_ID,
    type: 'GRID',
  };
  const root: LayoutComponent = {
    parents: [],
    meta: {},
    ...components.get(ROOT_ID),
    id: ROOT_ID,
    type: 'ROOT',
    children: [topOf(components)],
  };
  return settle(once({ ...Object.fromEntries(components), [ROOT_ID]: root, [GRID_ID]: grid }));
}

/** The one child of the root: its top-level tabs, or the grid. */
function topOf(components: ReadonlyMap<string, LayoutComponent>): string {
  const tabs = components
    .get(ROOT_ID)
    ?.children.find(
      (id) =>
        components.get(id)?.type === 'TABS' &&
        components.get(id)?.children.some((tab) => components.get(tab)?.type === 'TAB'),
    );
  return tabs ?? GRID_ID;
}

/**
 * Keep each component at its first place only, from the root down; a loop ends where it would begin again, and so does
 * a nesting that no page can draw.
 */
function once(layout: Layout): Layout {
  const seen = new Set([ROOT_ID]);
  const depths = new Map([[ROOT_ID, 0]]);
  const kept: Record<string, LayoutComponent> = { ...layout };
  const queue = [ROOT_ID];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const component = kept[id];
    if (!component) continue;
    const depth = (depths.get(id) ?? 0) + 1;
    const children = component.children.filter(
      (child) => depth <= MAX_DEPTH && Object.hasOwn(layout, child) && !seen.has(child) && seen.add(child),
    );
    for (const child of children) depths.set(child, depth);
    kept[id] = { ...component, children };
    queue.push(...children);
  }
  return kept;
}

function readComponent(id: string, value: unknown): LayoutComponent | null {
  const type = isRecord(value) ? typeOf(id, value['type']) : null;
  if (!isRecord(value) || type === null) return null;
  const children = Array.isArray(value['children'])
    ? value['children'].filter((child) => typeof child === 'string')
    : [];
  return { id, type, children, parents: [], meta: readMeta(type, isRecord(value['meta']) ? value['meta'] : {}) };
}

/** Root and grid are known by their ids, and there is one of each. */
function typeOf(id: string, type: unknown): ComponentType | null {
  if (id === ROOT_ID) return 'ROOT';
  if (id === GRID_ID) return 'GRID';
  return types.has(type) && type !== 'ROOT' && type !== 'GRID' ? (type as ComponentType) : null;
}

function readMeta(type: ComponentType, meta: ComponentMeta): ComponentMeta {
  const sized = type === 'CHART' || type === 'MARKDOWN';
  if (!sized && type !== 'COLUMN') return meta;
  return {
    ...meta,
    width: within(meta.width, MIN_WIDTH, GRID_COLUMNS, DEFAULT_WIDTH),
    // Taller than the editor allows is preserved: it was drawn so.
    ...(sized ? { height: within(meta.height, MIN_HEIGHT, Infinity, DEFAULT_HEIGHT) } : {}),
  };
}

function within(value: unknown, min: number, max: number, otherwise: number): number {
  return typeof value === 'number' && Number.isFinite(value)
    ? Math.min(max, Math.max(min, Math.round(value)))
    : otherwise;
}

/** The layout as it is stored, with its version. */
export function storedLayout(layout: Layout): Readonly<Record<string, unknown>> {
  return { [VERSION_KEY]: VERSION, ...layout };
}

function parseObject(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
