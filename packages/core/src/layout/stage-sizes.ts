import { componentOf, DEFAULT_HEIGHT, GRID_BASE_UNIT_PX, type Layout, type LayoutComponent, ROOT_ID } from './types.ts';
import { availableWidth } from './widths.ts';

export type StageSize = { readonly width: number; readonly height: number };
/** One chart in an open tab, in reading order. */
export type PlacedStage = { readonly componentId: string; readonly chartId: number; readonly size: StageSize };

/** What of a page decides how wide its cards are, in px. */
export type PageRoom = {
  /** The window without its scroll bar. */
  readonly width: number;
  /** Taken by filters beside the cards. */
  readonly beside: number;
  readonly isCompact: boolean;
};

const COLUMNS_FROM = 1024;
const GAP = 16;
/** Borders of a card, of both sides. */
const BORDER = 2;
const HEAD = 40;
const TALLEST_SINGLE = 480;
const LEAST_SINGLE = 136;

/**
 * How large the picture of each chart is on a page of this width. Between one column and twelve, rows wrap: there it is
 * what they would be in columns, and the page draws anew.
 */
export function stageSizes(layout: Layout, room: PageRoom): readonly PlacedStage[] {
  const inner = room.isCompact ? 10 : 12;
  const isPhone = room.width < 640;
  const outer = isPhone ? inner : room.isCompact ? 20 : 24;
  const width = room.width - room.beside;
  const isSingle = width < 640;
  const found: PlacedStage[] = [];
  const place = (component: LayoutComponent, within: number): void => {
    const { chartId } = component.meta;
    if (chartId === undefined) return;
    const wanted = (component.meta.height ?? DEFAULT_HEIGHT) * GRID_BASE_UNIT_PX;
    const height = width < 640 ? Math.max(LEAST_SINGLE, Math.min(wanted, TALLEST_SINGLE)) : wanted;
    const size = { width: Math.round(within - BORDER - 2 * inner), height: Math.round(height - BORDER - HEAD - inner) };
    found.push({ componentId: component.id, chartId, size });
  };
  const walk = (id: string, within: number): void => {
    const component = componentOf(layout, id);
    if (!component) return;
    const { type, children, meta } = component;
    if (type === 'CHART') return place(component, within);
    const frame = meta.background === 'BACKGROUND_WHITE' && (type === 'ROW' || type === 'COLUMN');
    const room = frame ? within - BORDER - 2 * (inner === 10 ? 12 : 16) : within;
    const columns = availableWidth(layout, id);
    for (const child of type === 'TABS' ? children.slice(0, 1) : children) {
      const span = componentOf(layout, child)?.meta.width ?? 1;
      const own = type === 'ROW' && !isSingle ? ((room + GAP) * span) / columns - GAP : room;
      walk(child, own);
    }
  };
  walk(ROOT_ID, width - 2 * outer);
  return found;
}

/** Whether every card of a page has the size that `stageSizes` says: rows that wrap have sizes of their own. */
export function hasExactSizes({ width, beside }: PageRoom): boolean {
  return width - beside >= COLUMNS_FROM || width - beside < 640;
}
