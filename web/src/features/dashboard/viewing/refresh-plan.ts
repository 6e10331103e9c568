import { componentOf, type Layout } from '@tessera/core/layout/types';
import type { DashboardSettings } from '@tessera/core/dashboard/document';

/** Seconds between two refreshes that a reader may choose; 0 is never. */
export const INTERVALS = [0, 10, 30, 60, 300, 1800, 3600, 21_600, 43_200, 86_400] as const;

/** Charts that ask one after the other do it within so many ms ([9.0-24]). */
const STAGGER_MS = 5000;

/** One chart to ask again, so many ms from now. */
export type PlannedRefresh = { readonly placementId: string; readonly delayMs: number };

/**
 * When each chart asks in one refresh of the dashboard: all at once, or one after the other as its settings say. A
 * refresh by the clock leaves out the charts that are immune to it.
 */
export function planRefresh(
  placementIds: readonly string[],
  layout: Layout,
  settings: DashboardSettings,
  { isTimed }: { readonly isTimed: boolean },
): readonly PlannedRefresh[] {
  const immune = new Set(isTimed ? listOf(settings['timed_refresh_immune_slices']) : []);
  const asked = placementIds.filter((id) => !immune.has(componentOf(layout, id)?.meta.chartId));
  const isStaggered = settings['stagger_refresh'] === true;
  const span = numberOf(settings['stagger_time']) ?? STAGGER_MS;
  return asked.map((placementId, at) => ({
    placementId,
    delayMs: isStaggered && asked.length > 1 ? Math.round((span * at) / (asked.length - 1)) : 0,
  }));
}

/** Seconds between refreshes as a dashboard stores them; what is no number is never. */
export function refreshFrequency(settings: DashboardSettings): number {
  return numberOf(settings['refresh_frequency']) ?? 0;
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 ? value : null;
}
