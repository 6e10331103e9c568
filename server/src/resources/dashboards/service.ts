import { bindAll } from '../../bind-all.ts';
import { audience, seenBy } from './audience.ts';
import type { Needs } from './needs.ts';
import { visible, editable, read, charts, datasets, favor, favoriteStatus } from './read.ts';
import { assertMayOpenTo, assertMayShare } from './sharing-checks.ts';
import { create, update, remove, copy } from './write.ts';
import { readVersion, restore, versions } from './versions.ts';
import { tabs } from './tabs.ts';
import { changeFilters, changeColors } from './merge.ts';

export type DashboardService = ReturnType<typeof createDashboardService>;

/**
 * Dashboards: what a user may see, make and change. Every method throws AppError; an unseen dashboard is `not_found`.
 */
export function createDashboardService(needs: Needs) {
  return bindAll(needs, {
    visible,
    editable,
    assertMayShare,
    assertMayOpenTo,
    read,
    charts,
    datasets,
    tabs,
    create,
    update,
    remove,
    copy,
    changeFilters,
    changeColors,
    audience,
    seenBy,
    versions,
    readVersion,
    restore,
    favor,
    favoriteStatus,
  });
}
