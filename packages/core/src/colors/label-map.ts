import { type ColorAssignment, createPlacer, type Placer } from './assign.ts';
import { categoricalColors } from './categorical.ts';

/** Colour by name as a dashboard keeps it (`map_label_colors`). */
export type LabelMap = Readonly<Record<string, string>>;

/**
 * A stored map in two parts: places of the palette, which every theme has in its own colours, and colours from
 * elsewhere.
 */
export type ReadLabelMap = { readonly places: ColorAssignment; readonly fixed: LabelMap };

/** More names than anybody distinguishes by colour are not stored. */
const KEPT_NAMES = 1000;

/** What is stored of an assignment: the colours of the light theme, so that others can read the map too. */
export function labelMapOf(assignment: ColorAssignment, scheme: string, domain: readonly string[] = []): LabelMap {
  const palette = paletteOf(scheme, domain);
  const entries = [...assignment]
    .slice(0, KEPT_NAMES)
    .map(([name, place]): [string, string] => [name, palette[place % palette.length] ?? '']);
  return Object.fromEntries(entries.filter(([, color]) => color !== ''));
}

/** Read a stored map; colours of the palette become places again, in the order in which they were given. */
export function readLabelMap(map: LabelMap, scheme: string, domain: readonly string[] = []): ReadLabelMap {
  const palette = paletteOf(scheme, domain).map((color) => color.toLowerCase());
  const places = new Map<string, number>();
  const fixed: Record<string, string> = Object.create(null);
  for (const [name, color] of Object.entries(map)) {
    const place = palette.indexOf(color.toLowerCase());
    if (place < 0) fixed[name] = color;
    else places.set(name, place);
  }
  return { places, fixed };
}

/** Names of one chart of several; `order` is the place of the chart on its dashboard. */
export type ChartNames = { readonly order: number; readonly names: readonly string[] };

/** Names that came when charts had been drawn, each with those of its chart. */
export type LaterNames = ReadonlyMap<string, Iterable<string>>;

/**
 * The same places whichever chart answered first: retained ones, then the charts by their order, then what came later.
 */
export function placesInOrder(
  kept: ColorAssignment,
  charts: readonly ChartNames[],
  later: LaterNames = new Map(),
  farApart?: number,
): Placer {
  const placer = createPlacer(kept, farApart);
  for (const { names } of charts.toSorted((a, b) => a.order - b.order)) {
    const beside = new Set<string>();
    for (const name of names) {
      placer.place(name, beside);
      beside.add(name);
    }
  }
  for (const [name, beside] of later) placer.place(name, beside);
  return placer;
}

function paletteOf(scheme: string, domain: readonly string[]): readonly string[] {
  return domain.length > 0 ? domain : categoricalColors(scheme, 'light');
}
