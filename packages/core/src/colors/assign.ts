import { categoricalColors, type ThemeMode } from './categorical.ts';

/** Category → place in the palette. One per namespace: a dashboard, or a chart that stands alone. */
export type ColorAssignment = ReadonlyMap<string, number>;

export const noColors: ColorAssignment = new Map();

/**
 * Give every name that has no colour yet the next place of the palette, in the order of the names.
 * Names that have one keep it, so a category looks the same in every chart of the namespace, whichever loads first.
 */
export function assignColors(known: ColorAssignment, names: readonly string[]): ColorAssignment {
  const fresh = names.filter((name) => !known.has(name));
  if (fresh.length === 0) return known;
  const assigned = new Map(known);
  for (const name of fresh) if (!assigned.has(name)) assigned.set(name, assigned.size);
  return assigned;
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
