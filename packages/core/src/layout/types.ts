/** The dashboard's tree of components, as `position_json` keeps it ([3.9-01], version v2). */

export const COMPONENT_TYPES = [
  'ROOT',
  'GRID',
  'HEADER',
  'ROW',
  'COLUMN',
  'TABS',
  'TAB',
  'CHART',
  'MARKDOWN',
  'DIVIDER',
  'DYNAMIC',
] as const;
export type ComponentType = (typeof COMPONENT_TYPES)[number];

export type ComponentMeta = {
  readonly chartId?: number;
  readonly uuid?: string;
  readonly sliceName?: string;
  readonly sliceNameOverride?: string;
  /** Grid columns. */
  readonly width?: number;
  /** Units of 8 px. */
  readonly height?: number;
  readonly text?: string;
  readonly headerSize?: HeaderSize;
  readonly background?: Background;
  /** Markdown source. */
  readonly code?: string;
  readonly [key: string]: unknown;
};

export type LayoutComponent = {
  readonly id: string;
  readonly type: ComponentType;
  readonly children: readonly string[];
  /** From ROOT down to the parent; updated by every change. */
  readonly parents: readonly string[];
  readonly meta: ComponentMeta;
};

/** Components by id. Read with `componentOf`; change with the functions of this folder. */
export type Layout = Readonly<Record<string, LayoutComponent>>;

/** A place among the children of a component. */
export type Place = { readonly parentId: string; readonly index: number };

/** Makes an id for a new component, `TYPE-<random>`; randomness comes from outside. */
export type NewId = (type: ComponentType) => string;

/** A change of the layout, or why it is refused, as a sentence for users. */
export type LayoutChange =
  | { readonly ok: true; readonly layout: Layout }
  | { readonly ok: false; readonly reason: string };

export const ROOT_ID = 'ROOT_ID';
export const GRID_ID = 'GRID_ID';
export const HEADER_ID = 'HEADER_ID';
export const VERSION_KEY = 'DASHBOARD_VERSION_KEY';
export const VERSION = 'v2';

export const GRID_COLUMNS = 12;
export const GRID_BASE_UNIT_PX = 8;
export const GRID_GUTTER_PX = 16;
export const DEFAULT_WIDTH = 4;
/** 400 px. */
export const DEFAULT_HEIGHT = 50;
export const MIN_WIDTH = 1;
export const MIN_HEIGHT = 5;
export const MAX_HEIGHT = 100;

/** Grid columns, and units of 8 px. */
export type ComponentSize = { readonly width: number; readonly height: number };

/** How small a component may be made: the least that its chart type declares. */
export type LeastSize = (component: LayoutComponent) => ComponentSize;

/** Where no chart type is known, as in the tests of a layout alone. */
export const anySize: LeastSize = () => ({ width: MIN_WIDTH, height: MIN_HEIGHT });

/** Characters of `position_json` (ruling 3). */
export const POSITION_LIMIT = 65_535;

export const HEADER_SIZES = ['SMALL_HEADER', 'MEDIUM_HEADER', 'LARGE_HEADER'] as const;
export type HeaderSize = (typeof HEADER_SIZES)[number];

/** The size of a heading; one that is missing or unknown is medium. */
export function headerSizeOf({ meta }: LayoutComponent): HeaderSize {
  return HEADER_SIZES.find((size) => size === meta.headerSize) ?? 'MEDIUM_HEADER';
}
export const BACKGROUNDS = ['BACKGROUND_TRANSPARENT', 'BACKGROUND_WHITE'] as const;
export type Background = (typeof BACKGROUNDS)[number];

/** The component with this id, also when the id is one of JavaScript's own names. */
export function componentOf(layout: Layout, id: string | undefined): LayoutComponent | undefined {
  return id !== undefined && Object.hasOwn(layout, id) ? layout[id] : undefined;
}

export function parentOf(layout: Layout, id: string): LayoutComponent | undefined {
  return componentOf(layout, componentOf(layout, id)?.parents.at(-1));
}

/** A dashboard without anything on it. */
export const emptyLayout: Layout = {
  [ROOT_ID]: { type: 'ROOT', id: ROOT_ID, children: [GRID_ID], parents: [], meta: {} },
  [GRID_ID]: { type: 'GRID', id: GRID_ID, children: [], parents: [ROOT_ID], meta: {} },
};

const background = 'BACKGROUND_TRANSPARENT';

const defaultMeta: Readonly<Record<ComponentType, ComponentMeta>> = {
  ROOT: {},
  GRID: {},
  HEADER: { text: 'New header', headerSize: 'MEDIUM_HEADER', background },
  ROW: { background },
  COLUMN: { width: DEFAULT_WIDTH, background },
  TABS: {},
  TAB: { text: '', defaultText: 'Tab title', placeholder: 'Tab title' },
  CHART: { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT },
  MARKDOWN: { width: DEFAULT_WIDTH, height: DEFAULT_HEIGHT },
  DIVIDER: {},
  DYNAMIC: { width: GRID_COLUMNS, background },
};

/** A component as it comes from the palette of the editor. */
export function newComponent(
  type: ComponentType,
  id: string,
  meta: ComponentMeta = {},
  children: readonly string[] = [],
): LayoutComponent {
  return { id, type, children, parents: [], meta: { ...defaultMeta[type], ...meta } };
}
