import { message } from '@tessera/core/messages';
import { Type, type Static } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
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

/** The same as the page reads it. */
export const FilterStateValue = Type.Object({ value: Type.String() });
export type FilterStateValue = Static<typeof FilterStateValue>;

const FILTER_STATE_DAYS = 90;

export type DashboardSharing = ReturnType<typeof createDashboardSharing>;

type Needs = {
  readonly dashboards: Pick<DashboardService, 'visible'>;
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

/** Links to a dashboard in a certain state, and filter states by key. Both open only to who may see the dashboard. */
export function createDashboardSharing(needs: Needs) {
  return bindAll(needs, {
    createPermalink,
    readPermalink,
    createFilterState,
    updateFilterState,
    readFilterState,
    removeFilterState,
  });
}

function expiry(needs: Needs) {
  return new Date(needs.now().getTime() + FILTER_STATE_DAYS * 86_400_000);
}

/** @throws AppError not_found */
async function readState(needs: Needs, dashboardId: number, key: string) {
  const entry = await needs.store.read('dashboard_filter_state', key, needs.now());
  const value = entry && parseJson(entry.value);
  if (!entry || !isObject(value) || value['dashboardId'] !== dashboardId || typeof value['value'] !== 'string')
    throw new AppError('not_found', {});
  return { value: value['value'], createdBy: entry.createdBy };
}

async function writeState(
  needs: Needs,
  principal: Principal,
  dashboardId: number,
  key: string,
  value: string,
): Promise<void> {
  if (parseJson(value) === undefined)
    throw new AppError('invalid_fields', { fields: { value: [message('Invalid JSON')] } });
  await needs.store.write(
    'dashboard_filter_state',
    key,
    printExactJson({ dashboardId, value }),
    principal.userId,
    needs.now(),
    expiry(needs),
  );
}

/** Only the author changes or removes his state. @throws AppError not_found, forbidden */
async function own(needs: Needs, principal: Principal, dashboardId: number, key: string): Promise<void> {
  const { createdBy } = await readState(needs, dashboardId, key);
  if (!principal.isAdmin && (createdBy === null || createdBy !== principal.userId)) throw new AppError('forbidden', {});
}

/** The key follows from dashboard and state, so the same view is the same link. */
async function createPermalink(
  needs: Needs,
  principal: Principal,
  key: string,
  state: PermalinkState,
): Promise<{ readonly key: string }> {
  const row = await needs.dashboards.visible(principal, key);
  const value = { dashboardId: row.uuid, state };
  const linkKey = contentKey('dashboard', value);
  await needs.store.write('dashboard_permalink', linkKey, printExactJson(value), principal.userId, needs.now(), null);
  return { key: linkKey };
}

async function readPermalink(
  needs: Needs,
  principal: Principal,
  linkKey: string,
): Promise<{ readonly dashboardId: string; readonly state: Readonly<Record<string, unknown>> }> {
  const entry = await needs.store.read('dashboard_permalink', plainKey(linkKey), needs.now());
  const value = entry && parseJson(entry.value);
  if (!isObject(value) || typeof value['dashboardId'] !== 'string') throw new AppError('not_found', {});
  await needs.dashboards.visible(principal, value['dashboardId']);
  return { dashboardId: value['dashboardId'], state: isObject(value['state']) ? value['state'] : {} };
}

/** One key per user, dashboard and browser tab, so that a tab does not fill the store. */
async function createFilterState(
  needs: Needs,
  principal: Principal,
  key: string,
  value: string,
  tabId: number | undefined,
): Promise<{ readonly key: string }> {
  const row = await needs.dashboards.visible(principal, key);
  const tab =
    tabId === undefined || principal.userId === null ? null : contentKey('tab', [principal.userId, row.id, tabId]);
  const known = tab === null ? null : await needs.store.read('tab_key', tab, needs.now());
  const stateKey = known?.value ?? randomKey();
  await writeState(needs, principal, row.id, stateKey, value);
  if (tab !== null) await needs.store.write('tab_key', tab, stateKey, principal.userId, needs.now(), expiry(needs));
  return { key: stateKey };
}

async function updateFilterState(
  needs: Needs,
  principal: Principal,
  key: string,
  stateKey: string,
  value: string,
): Promise<{ readonly key: string }> {
  const row = await needs.dashboards.visible(principal, key);
  await own(needs, principal, row.id, stateKey);
  await writeState(needs, principal, row.id, stateKey, value);
  return { key: stateKey };
}

async function readFilterState(
  needs: Needs,
  principal: Principal,
  key: string,
  stateKey: string,
): Promise<{ readonly value: string }> {
  const row = await needs.dashboards.visible(principal, key);
  return { value: (await readState(needs, row.id, stateKey)).value };
}

async function removeFilterState(needs: Needs, principal: Principal, key: string, stateKey: string): Promise<void> {
  const row = await needs.dashboards.visible(principal, key);
  await own(needs, principal, row.id, stateKey);
  await needs.store.remove('dashboard_filter_state', stateKey);
}
