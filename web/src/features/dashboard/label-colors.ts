import type { LabelMap } from '@tessera/core/colors/label-map';
import type { DashboardColors } from '../../api/dashboards.ts';

/** Colours are kept when nothing new has come for so long ([9.0-34]). */
export const COLOR_SAVE_MS = 500;

type Metadata = Readonly<Record<string, unknown>>;

/** What a dashboard says of colours: those that its author chose, those that were kept, and the scheme of its own. */
export function dashboardColors(metadata: Metadata): { readonly labelColors: LabelMap; readonly keptColors: LabelMap; readonly domain: readonly string[] } {
  const domain = metadata['color_scheme_domain'];
  return {
    labelColors: texts(metadata['label_colors']),
    keptColors: texts(metadata['map_label_colors']),
    domain: Array.isArray(domain) ? domain.filter((color): color is string => typeof color === 'string') : [],
  };
}

/** What has to be kept after charts were drawn; null when the dashboard knows it already. Names that it knows are never dropped. */
export function colorsToKeep(metadata: Metadata, seen: { readonly colors: LabelMap; readonly shared: readonly string[] }): DashboardColors | null {
  const known = texts(metadata['map_label_colors']);
  if (Object.entries(seen.colors).every(([name, color]) => Object.hasOwn(known, name) && known[name]?.toLowerCase() === color.toLowerCase())) return null;
  const knownShared = metadata['shared_label_colors'];
  const shared = Array.isArray(knownShared) ? knownShared.filter((name): name is string => typeof name === 'string') : [];
  return { map_label_colors: { ...known, ...seen.colors }, shared_label_colors: [...new Set([...shared, ...seen.shared])] };
}

/** Runs once nothing has happened for a while; every call begins the wait anew. */
export function debounced(run: () => void, ms: number): { readonly call: () => void; readonly cancel: () => void } {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const cancel = () => clearTimeout(timer);
  const call = () => {
    cancel();
    timer = setTimeout(run, ms);
  };
  return { call, cancel };
}

function texts(value: unknown): LabelMap {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return {};
  return Object.fromEntries(Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}
