import { BACKGROUNDS, componentOf, DEFAULT_HEIGHT, GRID_BASE_UNIT_PX, headerSizeOf, ROOT_ID } from './types.ts';
import type { HeaderSize, Layout, LayoutComponent } from './types.ts';
import { availableWidth } from './widths.ts';

type Box = { readonly x: number; readonly y: number; readonly width: number; readonly height: number };

/** One thing on a picture of a dashboard, in px from the corner of its canvas. */
export type SheetFrame = Box &
  (
    | {
        readonly kind: 'chart';
        readonly componentId: string;
        readonly chartId: number;
        /** What the dashboard calls the chart; null for the chart's own name. */
        readonly name: string | null;
      }
    | { readonly kind: 'markdown'; readonly source: string }
    | { readonly kind: 'heading'; readonly text: string; readonly size: HeaderSize }
    | { readonly kind: 'divider' }
    | { readonly kind: 'tabs'; readonly names: readonly string[]; readonly open: number }
    /** The white ground of a row or a column. */
    | { readonly kind: 'ground' }
  );

export type SheetFrames = { readonly frames: readonly SheetFrame[]; readonly height: number };

const GAP = 16;
/** Of a white ground: its border and padding. */
const GROUND = 17;
const TAB_BAR = 37;
const DIVIDER = 17;
const HEADING: Readonly<Record<HeaderSize, number>> = { SMALL_HEADER: 21, MEDIUM_HEADER: 26, LARGE_HEADER: 36 };

/** Border, padding and head of a card: where the picture of a chart stands in it. */
export function stageOf({ x, y, width, height }: Box): Box {
  return { x: x + 13, y: y + 41, width: Math.round(width - 26), height: Math.round(height - 54) };
}

/**
 * Where everything of a dashboard stands on a canvas of this width, in twelve columns and reading order.
 *
 * @param openTabs  ids of the open tabs; where none of a set is among them it is the first one
 */
export function sheetFrames(layout: Layout, width: number, openTabs: readonly string[] = []): SheetFrames {
  const sheet: Sheet = { layout, open: new Set(openTabs), frames: [] };
  return { height: place(sheet, ROOT_ID, { x: 0, y: 0, width }), frames: sheet.frames };
}

type Sheet = { readonly layout: Layout; readonly open: ReadonlySet<string>; readonly frames: SheetFrame[] };
type At = Omit<Box, 'height'>;

/** Place one component and what is in it. @returns its height */
function place(sheet: Sheet, id: string, at: At): number {
  const component = componentOf(sheet.layout, id);
  if (!component) return 0;
  const { type, meta, children } = component;
  const height = (meta.height ?? DEFAULT_HEIGHT) * GRID_BASE_UNIT_PX;
  switch (type) {
    case 'ROW':
    case 'COLUMN':
      return meta.background === BACKGROUNDS[1] ? placeGround(sheet, component, at) : placeInside(sheet, component, at);
    case 'TABS':
      return placeTabs(sheet, component, at);
    case 'CHART': {
      if (meta.chartId === undefined) return 0;
      const name = meta.sliceNameOverride ?? null;
      return put(sheet, { kind: 'chart', componentId: id, chartId: meta.chartId, name, ...at, height });
    }
    case 'MARKDOWN':
      return put(sheet, { kind: 'markdown', source: meta.code ?? '', ...at, height });
    case 'HEADER': {
      const size = headerSizeOf(component);
      return put(sheet, { kind: 'heading', text: meta.text ?? '', size, ...at, height: HEADING[size] });
    }
    case 'DIVIDER':
      return put(sheet, { kind: 'divider', ...at, height: DIVIDER });
    case 'DYNAMIC':
      return 0;
    case 'ROOT':
    case 'GRID':
    case 'TAB':
      return stack(sheet, children, at);
  }
}

function put(sheet: Sheet, frame: SheetFrame): number {
  sheet.frames.push(frame);
  return frame.height;
}

function placeInside(sheet: Sheet, component: LayoutComponent, at: At): number {
  return component.type === 'ROW' ? sideBySide(sheet, component, at) : stack(sheet, component.children, at);
}

/** The ground is painted before what stands on it, and is as high as that. */
function placeGround(sheet: Sheet, component: LayoutComponent, at: At): number {
  const first = sheet.frames.length;
  const inner = { x: at.x + GROUND, y: at.y + GROUND, width: at.width - 2 * GROUND };
  const height = placeInside(sheet, component, inner) + 2 * GROUND;
  sheet.frames.splice(first, 0, { kind: 'ground', ...at, height });
  return height;
}

function stack(sheet: Sheet, ids: readonly string[], { x, y, width }: At): number {
  let below = y;
  for (const [index, id] of ids.entries()) {
    if (index > 0) below += GAP;
    below += place(sheet, id, { x, y: below, width });
  }
  return below - y;
}

/** Children in columns; what has no room left begins a line of its own, as headings do. */
function sideBySide(sheet: Sheet, row: LayoutComponent, { x, y, width }: At): number {
  const columns = availableWidth(sheet.layout, row.id);
  const one = (width + GAP) / columns;
  let line = { y, used: 0, height: 0 };
  for (const id of row.children) {
    const component = componentOf(sheet.layout, id);
    const span = component?.type === 'HEADER' ? columns : Math.min(component?.meta.width ?? 1, columns);
    if (line.used > 0 && line.used + span > columns) line = { y: line.y + line.height + GAP, used: 0, height: 0 };
    const height = place(sheet, id, { x: x + line.used * one, y: line.y, width: span * one - GAP });
    line = { y: line.y, used: line.used + span, height: Math.max(line.height, height) };
  }
  return line.y + line.height - y;
}

function placeTabs(sheet: Sheet, { children }: LayoutComponent, at: At): number {
  const open = Math.max(
    0,
    children.findIndex((id) => sheet.open.has(id)),
  );
  const names = children.map((id) => componentOf(sheet.layout, id)?.meta.text ?? '');
  put(sheet, { kind: 'tabs', names, open, ...at, height: TAB_BAR });
  const shown = children[open];
  const head = TAB_BAR + GAP;
  return shown === undefined ? TAB_BAR : head + place(sheet, shown, { ...at, y: at.y + head });
}
