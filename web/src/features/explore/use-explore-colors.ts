import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { readSettings } from '@tessera/core/dashboard/stored';
import { dashboard } from '../../api/dashboards.ts';
import { createColorScope, type ColorScope } from '@tessera/core/colors/color-scope';
import { colorsForChart, dashboardColors, cachedColors } from '@tessera/core/colors/dashboard-colors';
import { useExplore } from './explore-store.ts';

export type ExploreColors = {
  readonly scope: ColorScope;
  /** False once another palette was chosen. */ readonly isDashboards: boolean;
};

/**
 * The colours of the dashboard that a chart was opened from, for this page alone: nothing of them is in the chart's
 * form, so nothing is saved with it. They come from the dashboard as it was on screen, after a reload from what it has
 * retained.
 *
 * @returns null where the chart has colours of its own
 */
export function useExploreColors(dashboardId: number | null): ExploreColors | null {
  const seen = useMemo(() => (dashboardId === null ? null : cachedColors(dashboardId)), [dashboardId]);
  const item = useQuery({
    ...dashboard(String(dashboardId)),
    enabled: dashboardId !== null && seen === null,
    retry: false,
  });
  const choseScheme = useChoseScheme();
  const metadata = item.data?.json_metadata;
  const colors = useMemo(
    () =>
      dashboardId === null ? null : (seen ?? (metadata === undefined ? null : dashboardColors(readSettings(metadata)))),
    [dashboardId, seen, metadata],
  );
  return useMemo(() => {
    if (colors === null) return null;
    const used = colorsForChart(colors, choseScheme);
    return { scope: createColorScope({ source: 'explore', ...used, order: [] }), isDashboards: used === colors };
  }, [colors, choseScheme]);
}

/** Whether the palette is another one than the chart was opened with; saving it does not change that. */
function useChoseScheme(): boolean {
  const scheme = useExplore((state) => state.draft.form['color_scheme']);
  const opened = useExplore((state) => state.opened.form['color_scheme']);
  return scheme !== opened;
}
