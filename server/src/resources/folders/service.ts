import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { bindAll } from '../../bind-all.ts';
import { assertVersion, changed, created } from '../../metadata/audit.ts';
import { isUniqueViolation } from '../../metadata/unique.ts';
import { can, type Principal } from '../../principal.ts';
import { mayEditFolder, mayViewFolder } from '../access/policy.ts';
import { chooseOwners } from '../owners/choose-owners.ts';
import type { Folder, FolderPost, FolderPut } from './schema.ts';
import type { FolderRow, FolderStore, FullFolder } from './store.ts';

export type FolderService = ReturnType<typeof createFolderService>;
type Needs = {
  readonly folders: FolderStore;
  readonly dashboardRoles: boolean;
  /**
   * Dashboards get other readers by their folder: it takes the right to read their data.
   * @throws AppError data_share_denied
   */
  readonly assertMayOpen: (
    principal: Principal,
    dashboards: Awaited<ReturnType<FolderStore['dashboardsBelow']>>,
    roleIds: readonly number[],
  ) => Promise<void>;
  readonly now: () => Date;
};

/** A way down of more folders is found by nobody. */
const MAX_DEPTH = 8;
const MAX_FOLDERS = 1000;

/** Folders of dashboards. What is in one is changed by its owners, and seen by its roles, and so on below it. */
export function createFolderService(needs: Needs) {
  return bindAll(needs, { list, read, create, update, remove });
}

async function list(needs: Needs, principal: Principal): Promise<readonly Folder[]> {
  const [all, counts] = [await needs.folders.all(), await needs.folders.counts(principal)];
  return all
    .filter((one) => mayView(needs, principal, one, all, counts))
    .map((one) => present(principal, one, all, counts));
}

/** @throws AppError not_found */
async function read(needs: Needs, principal: Principal, id: number): Promise<Folder> {
  const found = (await list(needs, principal)).find((one) => one.id === id);
  if (!found) throw new AppError('not_found', {});
  return found;
}

/** @throws AppError invalid_fields, forbidden */
async function create(needs: Needs, principal: Principal, body: FolderPost): Promise<Folder> {
  const all = await needs.folders.all();
  if (all.length >= MAX_FOLDERS) throw refused('name', message('There are too many folders.'));
  const { name, parent_id = null, owners, roles } = body;
  assertPlace(principal, parent_id, all, null);
  await assertLists(needs, owners ?? [], roles ?? []);
  const id = await uniqueName(() =>
    needs.folders.insert(
      { ...created(principal, needs.now()), name: name.trim(), parent_id },
      { owners: chooseOwners(principal, owners, null), ...(roles && { roles }) },
    ),
  );
  return read(needs, principal, id);
}

/** @throws AppError not_found, forbidden, invalid_fields, stale_version, data_share_denied */
async function update(
  needs: Needs,
  principal: Principal,
  id: number,
  body: FolderPut,
  ifMatch: string | undefined,
): Promise<Folder> {
  const all = await needs.folders.all();
  const before = await editable(needs, principal, id, all);
  assertVersion('folder', before.row, ifMatch);
  const present = before.owners.map((owner) => owner.id);
  if (body.parent_id !== undefined && body.parent_id !== before.row.parent_id)
    assertPlace(principal, body.parent_id, all, before);
  await assertLists(
    needs,
    (body.owners ?? []).filter((one) => !present.includes(one)),
    body.roles ?? [],
  );
  await needs.assertMayOpen(principal, await needs.folders.dashboardsBelow(id), rolesAfter(before, body, all));
  const isSaved = await uniqueName(() =>
    needs.folders.update(
      before.row,
      {
        ...(body.name !== undefined && { name: body.name.trim() }),
        ...(body.parent_id !== undefined && { parent_id: body.parent_id }),
        ...changed(principal, needs.now()),
      },
      {
        ...(body.owners && { owners: chooseOwners(principal, body.owners, present) }),
        ...(body.roles && { roles: body.roles }),
      },
      ifMatch === undefined ? null : before.row.version,
    ),
  );
  if (!isSaved) throw new AppError('stale_version', { object: 'folder', version: before.row.version + 1 });
  return read(needs, principal, id);
}

/** @throws AppError not_found, forbidden, invalid_fields while something is in it */
async function remove(needs: Needs, principal: Principal, id: number): Promise<void> {
  const all = await needs.folders.all();
  await editable(needs, principal, id, all);
  const hasFolders = all.some(({ row }) => row.parent_id === id);
  if (hasFolders || (await needs.folders.dashboardsBelow(id)).length > 0)
    throw refused('name', message('Something is in this folder. Move it first.'));
  await needs.folders.remove(id);
}

/** @throws AppError not_found, forbidden */
async function editable(
  needs: Needs,
  principal: Principal,
  id: number,
  all: readonly FullFolder[],
): Promise<FullFolder> {
  const found = all.find(({ row }) => row.id === id);
  const counts = await needs.folders.counts(principal);
  if (!found || !mayView(needs, principal, found, all, counts)) throw new AppError('not_found', {});
  if (!mayEdit(principal, found, all)) throw new AppError('edit_denied', { object: 'folder' });
  return found;
}

/** Into another folder puts who may change that one; at the top everybody who may write dashboards. */
function assertPlace(
  principal: Principal,
  parentId: number | null,
  all: readonly FullFolder[],
  moved: FullFolder | null,
): void {
  if (!can(principal, 'can_write', 'Dashboard')) throw new AppError('forbidden', {});
  if (parentId === null) return;
  const parent = all.find(({ row }) => row.id === parentId);
  if (!parent || !mayEdit(principal, parent, all))
    throw refused('parent_id', message('This folder does not exist, or you may not change it.'));
  if (moved !== null && parent.ancestors.has(moved.row.id))
    throw refused('parent_id', message('A folder cannot be put into itself.'));
  const below = moved === null ? [] : all.filter(({ ancestors }) => ancestors.has(moved.row.id));
  const height = Math.max(0, ...below.map(({ ancestors }) => ancestors.size - (moved?.ancestors.size ?? 0)));
  if (parent.ancestors.size + 1 + height > MAX_DEPTH)
    throw refused('parent_id', message('Folders lie at most %(most)s deep.', { most: MAX_DEPTH }));
}

async function assertLists(needs: Needs, owners: readonly number[], roles: readonly number[]): Promise<void> {
  const users = await needs.folders.activeUsers(owners);
  if (owners.some((id) => !users.has(id))) throw refused('owners', message('Owners are invalid'));
  const known = await needs.folders.knownRoles(roles);
  if (roles.some((id) => !known.has(id))) throw refused('roles', message('Some roles do not exist'));
}

/** The roles that act in a folder once a change is stored. */
function rolesAfter(before: FullFolder, body: FolderPut, all: readonly FullFolder[]): readonly number[] {
  const parentId = body.parent_id === undefined ? before.row.parent_id : body.parent_id;
  const parent = all.find(({ row }) => row.id === parentId);
  const above = parent ? lineOf(parent, all).flatMap(({ roles }) => roles.map((role) => role.id)) : [];
  return [...new Set([...(body.roles ?? before.roles.map((role) => role.id)), ...above])];
}

function lineOf({ ancestors }: FullFolder, all: readonly FullFolder[]): readonly FullFolder[] {
  return all.filter(({ row }) => ancestors.has(row.id));
}

function ownerIdsOf(folder: FullFolder, all: readonly FullFolder[]): readonly number[] {
  return lineOf(folder, all).flatMap(({ owners }) => owners.map((owner) => owner.id));
}

function mayEdit(principal: Principal, folder: FullFolder, all: readonly FullFolder[]): boolean {
  return mayEditFolder(principal, { ownerIds: ownerIdsOf(folder, all) });
}

function mayView(
  { dashboardRoles }: Needs,
  principal: Principal,
  folder: FullFolder,
  all: readonly FullFolder[],
  counts: ReadonlyMap<number, number>,
): boolean {
  const line = lineOf(folder, all);
  // Who owns a folder sees the way to it.
  const below = all.filter(({ ancestors }) => ancestors.has(folder.row.id));
  return mayViewFolder(principal, {
    ownerIds: [...ownerIdsOf(folder, all), ...below.flatMap(({ owners }) => owners.map((owner) => owner.id))],
    roleIds: dashboardRoles ? line.flatMap(({ roles }) => roles.map((role) => role.id)) : [],
    holdsVisible: (counts.get(folder.row.id) ?? 0) > 0,
  });
}

function present(
  principal: Principal,
  folder: FullFolder,
  all: readonly FullFolder[],
  counts: ReadonlyMap<number, number>,
): Folder {
  const { id, uuid, name, parent_id, version }: FolderRow = folder.row;
  return {
    id,
    uuid,
    name,
    parent_id,
    owners: [...folder.owners],
    roles: [...folder.roles],
    dashboard_count: counts.get(id) ?? 0,
    can_edit: mayEdit(principal, folder, all),
    version,
  };
}

async function uniqueName<T>(write: () => Promise<T>): Promise<T> {
  try {
    return await write();
  } catch (error) {
    if (!isUniqueViolation(error)) throw error;
    throw refused('name', message('A folder of this name is there already.'));
  }
}

function refused(field: string, text: ReturnType<typeof message>): AppError {
  return new AppError('invalid_fields', { fields: { [field]: [text] } });
}
