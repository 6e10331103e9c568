import { AppError } from '@tessera/core/errors/app-error';
import { printExactJson } from '@tessera/core/exact-json';
import { bindAll } from '../../bind-all.ts';
import { hasAccount, type Principal } from '../../principal.ts';
import type { KeyValueStore } from '../key-value/store.ts';
import { isObject, parseJson } from './json-metadata.ts';
import type { DraftBody, DraftPut, EditorRow, FilterPreset } from './desk-schema.ts';
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
  return (await storedDraft(needs, await ownKey(needs, principal, key, 'editable'))).body;
}

/**
 * Store changes in the place of those that they go on from. @throws AppError not_found, edit_denied, draft_replaced
 * where others lie there, of another window
 */
async function writeDraft(needs: Needs, principal: Principal, key: string, body: DraftPut): Promise<void> {
  const { draft, token, over } = body;
  const mine = await ownKey(needs, principal, key, 'editable');
  const before = await storedDraft(needs, mine);
  // A request that comes twice has done its work.
  if (before.body.token === token) return;
  if (before.body.token !== null && !over.includes(before.body.token)) throw new AppError('draft_replaced', {});
  const now = needs.now();
  const value = printExactJson({ draft, saved_on: now.toISOString(), token });
  const expiry = new Date(now.getTime() + DRAFT_DAYS * 86_400_000);
  const isWritten = await needs.store.replace(
    'dashboard_draft',
    mine,
    before.text,
    value,
    principal.userId,
    now,
    expiry,
  );
  if (!isWritten) throw new AppError('draft_replaced', {});
}

/** @param over  the versions that go; null for any @throws AppError not_found, edit_denied, draft_replaced */
async function removeDraft(
  needs: Needs,
  principal: Principal,
  key: string,
  over: readonly string[] | null,
): Promise<void> {
  const mine = await ownKey(needs, principal, key, 'editable');
  const { token } = (await storedDraft(needs, mine)).body;
  if (token !== null && over !== null && !over.includes(token)) throw new AppError('draft_replaced', {});
  await needs.store.remove('dashboard_draft', mine);
}

/** A draft with its text in the store; what an older release wrote is named by its time. */
async function storedDraft(
  { store, now }: Needs,
  key: string,
): Promise<{ readonly body: DraftBody; readonly text: string | null }> {
  const text = (await store.read('dashboard_draft', key, now()))?.value ?? null;
  const value = text === null ? null : parseJson(text);
  if (!isObject(value) || typeof value['draft'] !== 'string' || typeof value['saved_on'] !== 'string')
    return { body: { draft: null, saved_on: null, token: null }, text };
  const { draft, saved_on, token } = value;
  return { body: { draft, saved_on, token: typeof token === 'string' ? token : saved_on }, text };
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
