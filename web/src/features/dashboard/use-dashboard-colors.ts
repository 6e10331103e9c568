import { chartIdsOf } from '@tessera/core/layout/charts';
import { stableJson } from '@tessera/core/stable-json';
import { useEffect, useState } from 'react';
import { keepDashboardColors } from '../../api/dashboards.ts';
import { createColorScope, type ColorScope } from '../../chart/color-scope.ts';
import { dashboardColors, rememberColors } from '../../chart/dashboard-colors.ts';
import { useDashboard } from './dashboard-store.ts';
import { COLOR_SAVE_MS, colorsToKeep, debounced } from './label-colors.ts';

/**
 * The colours of the charts of a dashboard. What they come to is kept with the dashboard when somebody who may change
 * it
 * looks at it, so that from then on everybody sees the same colours at once.
 *
 * @param id null while the dashboard is not stored yet
 */
export function useDashboardColors({
  id,
  can_edit: canEdit,
}: {
  readonly id: number | null;
  readonly can_edit: boolean;
}): ColorScope {
  // What the author chose makes new colours at once; what the page keeps by itself is what the charts have already.
  const chosen = useDashboard((state) =>
    stableJson([state.metadata['label_colors'] ?? null, state.metadata['color_scheme_domain'] ?? null]),
  );
  const [made, setMade] = useState(() => ({ chosen, scope: dashboardScope() }));
  const scope = made.scope;
  if (made.chosen !== chosen) setMade({ chosen, scope: dashboardScope() });

  // A chart that is opened by itself from here has the colours that it has here.
  useEffect(() => {
    if (id === null) return;
    const settings = dashboardColors(useDashboard.getState().metadata);
    rememberColors(id, () => ({ ...settings, keptColors: scope.map().colors }));
  }, [id, scope]);

  // While somebody edits, their own save writes the settings.
  const isEditing = useDashboard((state) => state.editMode || state.isSaving);
  useEffect(() => {
    if (id === null || !canEdit || isEditing) return;
    const { call, cancel } = debounced(() => {
      const { metadata, dispatch } = useDashboard.getState();
      const colors = colorsToKeep(metadata, scope.map());
      if (colors === null) return;
      // A page that cannot keep them has them all the same; the next visit tries again.
      keepDashboardColors(id, colors)
        .then(() => {
          // Another dashboard may be open by now.
          if (useDashboard.getState().id === id) dispatch({ type: 'colors_kept', colors });
        })
        .catch(() => undefined);
    }, COLOR_SAVE_MS);
    call();
    const leave = scope.subscribe(call);
    return () => {
      leave();
      cancel();
    };
  }, [id, canEdit, isEditing, scope]);
  return scope;
}

function dashboardScope(): ColorScope {
  const { metadata, history } = useDashboard.getState();
  return createColorScope({ source: 'dashboard', ...dashboardColors(metadata), order: chartIdsOf(history.present) });
}
