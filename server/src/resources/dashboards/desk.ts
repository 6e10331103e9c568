import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { isObject, parseJson } from './json-metadata.ts';
import type { DraftBody, EditorRow, FilterPreset } from './desk-schema.ts';
import type { DashboardService } from './service.ts';
import type { DashboardStore } from './store.ts';

/** A draft that nobody went on with for so long is given up. */
const DRAFT_DAYS = 30;
/** A page that is open says so every twenty seconds; two that are missed count as left. */
const HERE_MS = 60_000;

type Needs = {
  readonly dashboards: Pick<DashboardService, 'visible' | 'editable'>;
  readonly people: DashboardStore['people'];
  readonly store: KeyValueStore;
  readonly now: () => Date;
};

export type DashboardDesk = ReturnType<typeof createDashboardDesk>;

/** What a user has of a dashboard alone: changes that are not saved, presets of its filters; and who edits it now. */
export function createDashboardDesk(needs: Needs) {
  return bindAll(needs, { readDraft, writeDraft, removeDraft, enter, leave, readPresets, writePresets });
}

/** The changes of this user that are not saved yet. @throws AppError not_found, edit_denied */
async function readDraft(needs: Needs, principal: Principal, key: string): Promise<DraftBody> {
  const mine = await ownKey(needs, principal, key, 'editable');
  const entry = await needs.store.read('dashboard_draft', mine, needs.now());
  const value = entry && parseJson(entry.value);
  if (!isObject(value) || typeof value['draft'] !== 'string' || typeof value['saved_on'] !== 'string')
    return { draft: null, saved_on: null };
  return { draft: value['draft'], saved_on: value['saved_on'] };
}

/** @throws AppError not_found, edit_denied */
async function writeDraft(needs: Needs, principal: Principal, key: string, draft: string): Promise<void> {
  const mine = await ownKey(needs, principal, key, 'editable');
  const now = needs.now();
  const value = printExactJson({ draft, saved_on: now.toISOString() });
  const expiry = new Date(now.getTime() + DRAFT_DAYS * 86_400_000);
  await needs.store.write('dashboard_draft', mine, value, principal.userId, now, expiry);
}

/** @throws AppError not_found, edit_denied */
async function removeDraft(needs: Needs, principal: Principal, key: string): Promise<void> {
  await needs.store.remove('dashboard_draft', await ownKey(needs, principal, key, 'editable'));
}

/** Say that this user edits it now. @returns who else does @throws AppError not_found, edit_denied */
async function enter(needs: Needs, principal: Principal, key: string): Promise<readonly EditorRow[]> {
  const mine = await ownKey(needs, principal, key, 'editable');
  const [dashboardId] = mine.split(':');
  const now = needs.now();
  await needs.store.write('dashboard_editor', mine, '{}', principal.userId, now, new Date(now.getTime() + HERE_MS));
  const here = await needs.store.list('dashboard_editor', `${dashboardId}:`, now);
  const others = here.flatMap(({ createdBy }) =>
    createdBy === null || createdBy === principal.userId ? [] : createdBy,
  );
  const people = await needs.people(others);
  return others.flatMap((id) => {
    const person = people.get(id);
    return person === undefined ? [] : { id, first_name: person.first_name, last_name: person.last_name };
  });
}

/** @throws AppError not_found, edit_denied */
async function leave(needs: Needs, principal: Principal, key: string): Promise<void> {
  await needs.store.remove('dashboard_editor', await ownKey(needs, principal, key, 'editable'));
}

/** What this user calls sets of values of the filters. @throws AppError not_found */
async function readPresets(needs: Needs, principal: Principal, key: string): Promise<readonly FilterPreset[]> {
  const mine = await ownKey(needs, principal, key, 'visible');
  const entry = await needs.store.read('filter_presets', mine, needs.now());
  const value: unknown = entry && parseJson(entry.value);
  return Array.isArray(value) ? (value as readonly FilterPreset[]) : [];
}

/** All of them at once: none that is left out stays. @throws AppError not_found */
async function writePresets(
  needs: Needs,
  principal: Principal,
  key: string,
  presets: readonly FilterPreset[],
): Promise<readonly FilterPreset[]> {
  const mine = await ownKey(needs, principal, key, 'visible');
  if (presets.length === 0) await needs.store.remove('filter_presets', mine);
  else await needs.store.write('filter_presets', mine, printExactJson(presets), principal.userId, needs.now(), null);
  return presets;
}

/** Where something of this user on a dashboard is stored. @throws AppError not_found, edit_denied, forbidden */
async function ownKey(
  { dashboards }: Needs,
  principal: Principal,
  key: string,
  right: 'visible' | 'editable',
): Promise<string> {
  const { id } = await dashboards[right](principal, key);
  if (!hasAccount(principal)) throw new AppError('forbidden', {});
  return `${id}:${principal.userId}`;
}
