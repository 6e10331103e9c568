import type { DashboardItem } from '@tessera/server/contract';
import { chartIdsOf } from '@tessera/core/layout/charts';
import { stableJson } from '@tessera/core/stable-json';
import { useEffect, useState } from 'react';
import { keepDashboardColors } from '../../api/dashboards.ts';
import { createColorScope, type ColorScope } from '@tessera/core/colors/color-scope';
import { dashboardColors, cacheColors } from '@tessera/core/colors/dashboard-colors';
import type { DashboardState } from './dashboard-store.ts';
import { useDashboard, useDashboardStore } from './DashboardProvider.tsx';
import { COLOR_SAVE_MS, colorsToKeep, debounced } from './label-colors.ts';

/**
 * The colours of the charts of a dashboard. What they come to is stored with the dashboard when somebody who may change
 * it looks at it, so that from then on everybody sees the same colours at once.
 *
 * @param id null while the dashboard is not stored yet
 */
export function useDashboardColors({
  id,
  can_edit: canEdit,
}: { readonly id: number | null } & Pick<DashboardItem, 'can_edit'>): ColorScope {
  const store = useDashboardStore();
  // What the author chose makes new colours at once; what the page keeps by itself is what the charts have already.
  const chosen = useDashboard(({ history }) => {
    const { settings } = history.present;
    return stableJson([settings['label_colors'] ?? null, settings['color_scheme_domain'] ?? null]);
  });
  const [made, setMade] = useState(() => ({ chosen, scope: dashboardScope(store.getState()) }));
  const scope = made.scope;
  if (made.chosen !== chosen) setMade({ chosen, scope: dashboardScope(store.getState()) });

  // A chart that is opened by itself from here has the colours that it has here.
  useEffect(() => {
    if (id === null) return;
    const settings = dashboardColors(store.getState().history.present.settings);
    cacheColors(id, () => ({ ...settings, keptColors: scope.map().colors }));
  }, [id, scope, store]);

  // While somebody edits, their own save writes the settings.
  const isEditing = useDashboard((state) => state.editMode || state.isSaving);
  useEffect(() => {
    if (id === null || !canEdit || isEditing) return;
    const { call, cancel } = debounced(() => {
      const { history, dispatch } = store.getState();
      const colors = colorsToKeep(history.present.settings, scope.map());
      if (colors === null) return;
      // A page that cannot keep them has them all the same; the next visit tries again.
      keepDashboardColors(id, colors)
        .then(() => {
          // Another dashboard may be open by now.
          if (store.getState().id === id) dispatch({ type: 'colors_kept', colors });
        })
        .catch(() => undefined);
    }, COLOR_SAVE_MS);
    call();
    const leave = scope.subscribe(call);
    return () => {
      leave();
      cancel();
    };
  }, [id, canEdit, isEditing, scope, store]);
  return scope;
}

function dashboardScope({ history }: DashboardState): ColorScope {
  const { settings, layout } = history.present;
  return createColorScope({ source: 'dashboard', ...dashboardColors(settings), order: chartIdsOf(layout) });
}
