import { categoricalColors, FAR_APART, type ThemeMode } from './categorical.ts';

/** Category → place in the palette. One per namespace: a dashboard, or a chart that stands alone. */
export type ColorAssignment = ReadonlyMap<string, number>;

export const noColors: ColorAssignment = new Map();

/**
 * Gives places of the palette one by one, in a map of its own that grows. Names that have one keep it, so a category
 * looks the same in every chart of the namespace, whichever loads first.
 */
export type Placer = {
  readonly places: ColorAssignment;
  /**
   * A name without a place gets the next one that looks like none of its chart's, as long as there are such.
   * @param beside  the names that the chart shows beside it
   */
  readonly place: (name: string, beside: Iterable<string>) => void;
};

/** @param farApart  colours at a distance of so many places look alike */
export function createPlacer(known: ColorAssignment, farApart: number = FAR_APART): Placer {
  const places = new Map(known);
  const used = new Set(places.values());
  let next = 0;
  return {
    places,
    place: (name, beside) => {
      if (places.has(name)) return;
      const near = new Set<number>();
      for (const other of beside) {
        const place = places.get(other);
        if (place !== undefined) near.add(place % farApart);
        if (near.size >= farApart) break;
      }
      while (used.has(next)) next += 1;
      let place = next;
      if (near.size < farApart) while (used.has(place) || near.has(place % farApart)) place += 1;
      used.add(place);
      places.set(name, place);
    },
  };
}

export type ColorSources = {
  readonly mode: ThemeMode;
  readonly assignment: ColorAssignment;
  /** Colours that the author chose for names; they win. */
  readonly labelColors?: Readonly<Record<string, string>>;
  /** Colours of a dashboard's own scheme, in place of the palette. */
  readonly domain?: readonly string[];
};

/** The colour of one category. A name that was never assigned takes the first place. */
export function colorOf(
  name: string,
  scheme: string,
  { mode, assignment, labelColors = {}, domain = [] }: ColorSources,
): string {
  const chosen = Object.hasOwn(labelColors, name) ? labelColors[name] : undefined;
  if (chosen) return chosen;
  const palette = domain.length > 0 ? domain : categoricalColors(scheme, mode);
  return palette[(assignment.get(name) ?? 0) % palette.length] ?? '';
}

/** `ChartContext.color` for one namespace: names take places in the order in which they are first asked for. */
export function colorLookup(sources: ColorSources): (scheme: string, name: string) => string {
  // Its own and grown in place: ten thousand names are not copied ten thousand times.
  const assignment = new Map(sources.assignment);
  const known = { ...sources, assignment };
  return (scheme, name) => {
    if (!assignment.has(name)) assignment.set(name, assignment.size);
    return colorOf(name, scheme, known);
  };
}
