import type { LabelMap } from './label-map.ts';
import type { ScopeSettings } from './color-scope.ts';

/** What a dashboard says of colours. */
export type DashboardPalette = Pick<ScopeSettings, 'labelColors' | 'keptColors' | 'domain'>;

/**
 * The colours that a dashboard's author chose, those that were stored, and the scheme of its own, from its metadata.
 */
export function dashboardColors(metadata: Readonly<Record<string, unknown>>): DashboardPalette {
  const domain = metadata['color_scheme_domain'];
  return {
    labelColors: texts(metadata['label_colors']),
    keptColors: texts(metadata['map_label_colors']),
    domain: Array.isArray(domain) ? domain.filter((color): color is string => typeof color === 'string') : [],
  };
}

let last: { readonly id: number; readonly read: () => DashboardPalette } | null = null;

/**
 * The dashboard on screen, for a chart of it that is opened by itself next. In memory alone, and only the last
 * one.
 */
export function cacheColors(id: number, read: () => DashboardPalette): void {
  last = { id, read };
}

/** The colours that a dashboard had on this page; null when another one, or none, was the last. */
export function cachedColors(id: number): DashboardPalette | null {
  return last?.id === id ? last.read() : null;
}

/**
 * The colours of a dashboard for one chart of it in explore. Who chose another palette for the chart sees that one: a
 * scheme of the dashboard, and the places that were stored of it, would hide the choice. Colours chosen for names
 * stay.
 */
export function colorsForChart(colors: DashboardPalette, choseScheme: boolean): DashboardPalette {
  return choseScheme && colors.domain.length > 0
    ? { labelColors: colors.labelColors, keptColors: {}, domain: [] }
    : colors;
}

/** A map of colours by name; what is no text is left out. */
export function texts(value: unknown): LabelMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(
    Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  );
}
