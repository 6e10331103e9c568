import { colorOf, type ColorAssignment, createPlacer, type Placer } from './assign.ts';
import { DEFAULT_CATEGORICAL_SCHEME, FAR_APART, type ThemeMode } from './categorical.ts';
import { labelMapOf, placesInOrder, readLabelMap, type LabelMap } from './label-map.ts';

/**
 * Who decides about colours ([4.5-09]): a dashboard gives all of its charts one map, which is stored with it; a chart
 * in explore has one of its own, which nobody keeps.
 */
export type ColorSource = 'dashboard' | 'explore';

export type ScopeSettings = {
  readonly source: ColorSource;
  /** Colours that the author chose for names; they win. */
  readonly labelColors: LabelMap;
  /** Colours that the dashboard has retained. */
  readonly keptColors: LabelMap;
  /** Colours of the dashboard's own scheme, in place of the palette. */
  readonly domain: readonly string[];
  /** Chart ids as they stand on the page. */
  readonly order: readonly (number | 'new')[];
};

/** Which category has which colour in one namespace. */
export type ColorScope = {
  readonly source: ColorSource;
  /** Colour of a name in a chart; a name that is new gets a place of the palette. */
  readonly color: (
    chartId: number | 'new',
    scheme: string,
    name: string,
    mode: ThemeMode,
    ownColors: LabelMap,
  ) => string;
  /** A chart has been drawn: names that it asks for from here on come after those of all charts. */
  readonly drawn: (chartId: number | 'new') => void;
  /** Raised when names that a chart shows have another place than they were drawn with. */
  readonly version: (chartId: number | 'new') => number;
  readonly subscribe: (onChange: () => void) => () => void;
  /** Colours by name as they are retained, and the names that more than one chart has. */
  readonly map: () => { readonly colors: LabelMap; readonly shared: readonly string[] };
};

type ChartState = {
  readonly order: number;
  readonly names: Set<string>;
  readonly all: Set<string>;
  isDrawn: boolean;
  version: number;
};

export function createColorScope({ source, labelColors, keptColors, domain, order }: ScopeSettings): ColorScope {
  const kept = readLabelMap(keptColors, DEFAULT_CATEGORICAL_SCHEME, domain);
  const fixed = { ...kept.fixed, ...labelColors };
  const charts = new Map<number | 'new', ChartState>();
  const later = new Map<string, ReadonlySet<string>>();
  const farApart = domain.length > 0 ? domain.length : FAR_APART;
  const listeners = new Set<() => void>();
  let places: ColorAssignment = kept.places;
  let onScreen: ColorAssignment = places;
  /** The places while nobody else holds them: they grow in place, so that a name does not copy all others. */
  let growing: Placer | null = null;

  function chartOf(chartId: number | 'new'): ChartState {
    const known = charts.get(chartId);
    if (known) return known;
    const at = order.indexOf(chartId);
    const chart: ChartState = {
      order: at < 0 ? order.length : at,
      names: new Set(),
      all: new Set(),
      isDrawn: false,
      version: 0,
    };
    charts.set(chartId, chart);
    return chart;
  }

  function meet(chartId: number | 'new', name: string): void {
    const chart = chartOf(chartId);
    if (chart.all.has(name)) return;
    chart.all.add(name);
    if (chart.isDrawn) later.set(name, later.get(name) ?? chart.all);
    else chart.names.add(name);
    const comesLast =
      chart.isDrawn ||
      (later.size === 0 && [...charts.values()].every((other) => other.order <= chart.order || other.names.size === 0));
    if (comesLast) return addLast(chart, name);
    growing = placesInOrder(
      kept.places,
      [...charts.values()].map((one) => ({ order: one.order, names: [...one.names] })),
      later,
      farApart,
    );
    places = growing.places;
  }

  function addLast(chart: ChartState, name: string): void {
    if (places.has(name)) return;
    growing ??= createPlacer(places, farApart);
    growing.place(name, chart.all);
    places = growing.places;
  }

  return {
    source,
    color: (chartId, scheme, name, mode, ownColors) => {
      meet(chartId, name);
      return colorOf(name, scheme, { mode, assignment: places, labelColors: { ...fixed, ...ownColors }, domain });
    },
    drawn: (chartId) => {
      const chart = charts.get(chartId);
      if (chart && chart.all.size > 0) chart.isDrawn = true;
      if (places === onScreen) return;
      const moved = [...onScreen].filter(([name, place]) => places.get(name) !== place).map(([name]) => name);
      onScreen = places;
      growing = null;
      for (const other of charts.values()) if (moved.some((name) => other.all.has(name))) other.version += 1;
      for (const listener of listeners) listener();
    },
    version: (chartId) => charts.get(chartId)?.version ?? 0,
    subscribe: (onChange) => {
      listeners.add(onChange);
      return () => listeners.delete(onChange);
    },
    map: () => {
      const seen = [...charts.values()].flatMap((chart) => [...chart.all]);
      const once = new Set<string>();
      const shared = new Set<string>();
      for (const name of seen) (once.has(name) ? shared : once).add(name);
      // Colours from elsewhere stay what they are, also when a chart has drawn their names.
      return {
        colors: { ...labelMapOf(places, DEFAULT_CATEGORICAL_SCHEME, domain), ...kept.fixed },
        shared: [...shared],
      };
    },
  };
}
