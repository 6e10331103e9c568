import type { Folder } from '@tessera/server/contract';

type Placed = Pick<Folder, 'id' | 'name' | 'parent_id'>;

/** From the top down to a folder; empty for none, and for one that is not there. A folder above may be out of sight. */
export function pathOf<T extends Placed>(folders: readonly T[], id: number | null): readonly T[] {
  const path: T[] = [];
  let next = folders.find((folder) => folder.id === id);
  while (next && !path.includes(next)) {
    path.unshift(next);
    const parent = next.parent_id;
    next = folders.find((folder) => folder.id === parent);
  }
  return path;
}

/** The folders that lie in one, or at the top: those whose parent is out of sight stand there too. */
export function childrenOf<T extends Placed>(folders: readonly T[], id: number | null): readonly T[] {
  const ids = new Set(folders.map((folder) => folder.id));
  return folders.filter(({ parent_id: parent }) => (id === null ? parent === null || !ids.has(parent) : parent === id));
}

/** Folders as choices, each by its whole path, in the order of the paths; those below `without` are left out. */
export function folderChoices(
  folders: readonly Placed[],
  without: number | null = null,
): readonly { readonly value: string; readonly label: string }[] {
  return folders
    .map((folder) => ({ folder, path: pathOf(folders, folder.id) }))
    .filter(({ path }) => !path.some(({ id }) => id === without))
    .map(({ folder, path }) => ({ value: String(folder.id), label: path.map(({ name }) => name).join(' / ') }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}
