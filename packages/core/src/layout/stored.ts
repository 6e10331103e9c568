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

/** Eight metres of one chart, in units of 8 px; more was drawn by nobody, and no browser draws it. */
const TALLEST = 1000;

/** What was wrong with a stored layout, with how many places had it. */
export type LayoutRepairs = ReadonlyMap<RepairKind, number>;
export type RepairKind =
  | 'unreadable'
  | 'unknown'
  | 'root'
  | 'lost'
  | 'twice'
  | 'misplaced'
  | 'deep'
  | 'adrift'
  | 'size';
type Note = (kind: RepairKind, count?: number) => void;

/** Whatever else has children shows none of them. */
const HOLDERS: ReadonlySet<ComponentType> = new Set(['ROOT', 'GRID', 'ROW', 'COLUMN', 'TABS', 'TAB']);

const types: ReadonlySet<unknown> = new Set(COMPONENT_TYPES);

/**
 * Read a stored layout, whatever state it is in: unreadable text gives an empty dashboard, children that do not exist
 * or stand twice are dropped, loops are cut, root and grid are put back, impossible sizes take their defaults.
 * What hangs nowhere is left out; charts among it get a new place by `placeMissingCharts`.
 */
export function readLayout(stored: unknown): Layout {
  return repairLayout(stored).layout;
}

/** The layout, and what was wrong with what is stored; nothing for a dashboard that was never laid out. */
export function repairLayout(stored: unknown): { readonly layout: Layout; readonly repairs: LayoutRepairs } {
  const isBlank = stored === null || stored === undefined || (typeof stored === 'string' && stored.trim() === '');
  const map = typeof stored === 'string' ? parseObject(stored) : stored;
  const repairs = new Map<RepairKind, number>();
  const note: Note = (kind, count = 1) => void (count > 0 && repairs.set(kind, (repairs.get(kind) ?? 0) + count));
  if (!isBlank && !isRecord(map)) note('unreadable');
  const components = readComponents(isRecord(map) ? map : {}, note);
  if (components.size > 0 && !components.has(ROOT_ID)) note('root');
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
  const all = { ...Object.fromEntries(components), [ROOT_ID]: root, [GRID_ID]: grid };
  const layout = settle(once(all, note));
  note('adrift', Object.keys(all).filter((id) => id !== GRID_ID && !Object.hasOwn(layout, id)).length);
  return { layout, repairs };
}

function readComponents(map: Readonly<Record<string, unknown>>, note: Note): ReadonlyMap<string, LayoutComponent> {
  const components = new Map<string, LayoutComponent>();
  for (const [id, value] of Object.entries(map)) {
    if (id === VERSION_KEY) continue;
    const component = id === '__proto__' ? null : readComponent(id, value, note);
    if (component) components.set(id, component);
    else note('unknown');
  }
  return components;
}

/** Did something go that was stored, so that also who only looks should know? */
export function losesParts(repairs: LayoutRepairs): boolean {
  const losses: readonly RepairKind[] = ['unreadable', 'unknown', 'deep', 'adrift'];
  return losses.some((kind) => repairs.has(kind));
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
function once(layout: Layout, note: Note): Layout {
  const seen = new Set([ROOT_ID]);
  const depths = new Map([[ROOT_ID, 0]]);
  const kept: Record<string, LayoutComponent> = { ...layout };
  const queue = [ROOT_ID];
  for (let id = queue.shift(); id !== undefined; id = queue.shift()) {
    const component = kept[id];
    if (!component) continue;
    const depth = (depths.get(id) ?? 0) + 1;
    const children = component.children.filter((child) => {
      const fault = faultOf(layout, child, { depth, seen, holds: HOLDERS.has(component.type) });
      if (fault !== null) note(fault);
      else seen.add(child);
      return fault === null;
    });
    for (const child of children) depths.set(child, depth);
    kept[id] = { ...component, children };
    queue.push(...children);
  }
  return kept;
}

/** Why a child cannot stay where it is; null when it can. */
function faultOf(
  layout: Layout,
  child: string,
  { depth, seen, holds }: { readonly depth: number; readonly seen: ReadonlySet<string>; readonly holds: boolean },
): RepairKind | null {
  if (!Object.hasOwn(layout, child)) return 'lost';
  if (seen.has(child)) return 'twice';
  if (!holds) return 'misplaced';
  return depth > MAX_DEPTH ? 'deep' : null;
}

function readComponent(id: string, value: unknown, note: Note): LayoutComponent | null {
  const type = isRecord(value) ? typeOf(id, value['type']) : null;
  if (!isRecord(value) || type === null) return null;
  const children = Array.isArray(value['children'])
    ? value['children'].filter((child) => typeof child === 'string')
    : [];
  return { id, type, children, parents: [], meta: readMeta(type, isRecord(value['meta']) ? value['meta'] : {}, note) };
}

/** Root and grid are known by their ids, and there is one of each. */
function typeOf(id: string, type: unknown): ComponentType | null {
  if (id === ROOT_ID) return 'ROOT';
  if (id === GRID_ID) return 'GRID';
  return types.has(type) && type !== 'ROOT' && type !== 'GRID' ? (type as ComponentType) : null;
}

function readMeta(type: ComponentType, meta: ComponentMeta, note: Note): ComponentMeta {
  const sized = type === 'CHART' || type === 'MARKDOWN';
  if (!sized && type !== 'COLUMN') return meta;
  const width = within(meta.width, MIN_WIDTH, GRID_COLUMNS, DEFAULT_WIDTH);
  // Taller than the editor allows is preserved: it was drawn so.
  const height = sized ? within(meta.height, MIN_HEIGHT, TALLEST, DEFAULT_HEIGHT) : meta.height;
  const isChanged = (value: unknown, taken: unknown) => value !== undefined && value !== null && value !== taken;
  if (isChanged(meta.width, width) || isChanged(meta.height, height)) note('size');
  return { ...meta, width, ...(sized ? { height } : {}) };
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
