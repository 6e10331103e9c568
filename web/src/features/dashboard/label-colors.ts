import type { LabelMap } from '@tessera/core/colors/label-map';
import type { DashboardColors } from '../../api/dashboards.ts';
import { texts } from '@tessera/core/colors/dashboard-colors';

/** Colours are stored when nothing new has come for so long ([9.0-34]). */
export const COLOR_SAVE_MS = 500;

type Metadata = Readonly<Record<string, unknown>>;

/**
 * What has to be stored after charts were drawn; null when the dashboard knows it already. Names that it knows are
 * never dropped.
 */
export function colorsToKeep(
  metadata: Metadata,
  seen: { readonly colors: LabelMap; readonly shared: readonly string[] },
): DashboardColors | null {
  const known = texts(metadata['map_label_colors']);
  if (
    Object.entries(seen.colors).every(
      ([name, color]) => Object.hasOwn(known, name) && known[name]?.toLowerCase() === color.toLowerCase(),
    )
  )
    return null;
  const knownShared = metadata['shared_label_colors'];
  const shared = Array.isArray(knownShared)
    ? knownShared.filter((name): name is string => typeof name === 'string')
    : [];
  return {
    map_label_colors: { ...known, ...seen.colors },
    shared_label_colors: [...new Set([...shared, ...seen.shared])],
  };
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
