import { Type } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { message } from '@tessera/core/messages';
import type { Principal } from '../../principal.ts';
import { contentKey, plainKey, randomKey } from '../key-value/keys.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { isObject, parseJson } from './json-metadata.ts';
import type { PermalinkState } from './schema.ts';
import type { DashboardService } from './service.ts';

/** A filter state as the page sends it. */
export const FilterStateBody = Type.Object(
  { value: Type.String({ maxLength: 1_000_000 }) },
  { additionalProperties: false },
);

const FILTER_STATE_DAYS = 90;

export type DashboardSharing = ReturnType<typeof createDashboardSharing>;

type Needs = {
  readonly dashboards: Pick<DashboardService, 'visible'>;
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

/** Links to a dashboard in a certain state, and filter states by key. Both open only to who may see the dashboard. */
export function createDashboardSharing({ dashboards, store, now }: Needs) {
  const expiry = () => new Date(now().getTime() + FILTER_STATE_DAYS * 86_400_000);

  /** @throws AppError not_found */
  async function readState(dashboardId: number, key: string) {
    const entry = await store.read('dashboard_filter_state', key, now());
    const value = entry && parseJson(entry.value);
    if (!entry || !isObject(value) || value['dashboardId'] !== dashboardId || typeof value['value'] !== 'string')
      throw new AppError('not_found', {});
    return { value: value['value'], createdBy: entry.createdBy };
  }

  async function writeState(principal: Principal, dashboardId: number, key: string, value: string): Promise<void> {
    if (parseJson(value) === undefined)
      throw new AppError('invalid_fields', { fields: { value: [message('Invalid JSON')] } });
    await store.write(
      'dashboard_filter_state',
      key,
      printExactJson({ dashboardId, value }),
      principal.userId,
      now(),
      expiry(),
    );
  }

  /** Only the author changes or removes his state. @throws AppError not_found, forbidden */
  async function own(principal: Principal, dashboardId: number, key: string): Promise<void> {
    const { createdBy } = await readState(dashboardId, key);
    if (!principal.isAdmin && (createdBy === null || createdBy !== principal.userId))
      throw new AppError('forbidden', {});
  }

  return {
    /** The key follows from dashboard and state, so the same view is the same link. */
    createPermalink: async (
      principal: Principal,
      key: string,
      state: PermalinkState,
    ): Promise<{ readonly key: string }> => {
      const row = await dashboards.visible(principal, key);
      const value = { dashboardId: row.uuid, state };
      const linkKey = contentKey('dashboard', value);
      await store.write('dashboard_permalink', linkKey, printExactJson(value), principal.userId, now(), null);
      return { key: linkKey };
    },

    readPermalink: async (
      principal: Principal,
      linkKey: string,
    ): Promise<{ readonly dashboardId: string; readonly state: Readonly<Record<string, unknown>> }> => {
      const entry = await store.read('dashboard_permalink', plainKey(linkKey), now());
      const value = entry && parseJson(entry.value);
      if (!isObject(value) || typeof value['dashboardId'] !== 'string') throw new AppError('not_found', {});
      await dashboards.visible(principal, value['dashboardId']);
      return { dashboardId: value['dashboardId'], state: isObject(value['state']) ? value['state'] : {} };
    },

    /** One key per person, dashboard and browser tab, so that a tab does not fill the store. */
    createFilterState: async (
      principal: Principal,
      key: string,
      value: string,
      tabId: number | undefined,
    ): Promise<{ readonly key: string }> => {
      const row = await dashboards.visible(principal, key);
      const tab =
        tabId === undefined || principal.userId === null ? null : contentKey('tab', [principal.userId, row.id, tabId]);
      const known = tab === null ? null : await store.read('tab_key', tab, now());
      const stateKey = known?.value ?? randomKey();
      await writeState(principal, row.id, stateKey, value);
      if (tab !== null) await store.write('tab_key', tab, stateKey, principal.userId, now(), expiry());
      return { key: stateKey };
    },

    updateFilterState: async (
      principal: Principal,
      key: string,
      stateKey: string,
      value: string,
    ): Promise<{ readonly key: string }> => {
      const row = await dashboards.visible(principal, key);
      await own(principal, row.id, stateKey);
      await writeState(principal, row.id, stateKey, value);
      return { key: stateKey };
    },

    readFilterState: async (
      principal: Principal,
      key: string,
      stateKey: string,
    ): Promise<{ readonly value: string }> => {
      const row = await dashboards.visible(principal, key);
      return { value: (await readState(row.id, stateKey)).value };
    },

    removeFilterState: async (principal: Principal, key: string, stateKey: string): Promise<void> => {
      const row = await dashboards.visible(principal, key);
      await own(principal, row.id, stateKey);
      await store.remove('dashboard_filter_state', stateKey);
    },
  };
}
