/** A folder as the list shows it: the last part of its path, and the whole. */
export type PathFolder = { readonly name: string; readonly path: string };

/** The folders on the way to one, itself the last. */
export function pathTo(folder: string | null): readonly PathFolder[] {
  if (folder === null) return [];
  const parts = folder.split('/');
  return parts.map((name, at) => ({ name, path: parts.slice(0, at + 1).join('/') }));
}

/** The folders that lie in one, or at the top; those that hold nothing but others are there too. */
export function foldersIn(paths: readonly string[], folder: string | null): readonly PathFolder[] {
  const start = folder === null ? '' : `${folder}/`;
  const names = paths
    .filter((path) => path.startsWith(start) && path.length > start.length)
    .map((path) => path.slice(start.length).split('/')[0] ?? '');
  return [...new Set(names)].map((name) => ({ name, path: `${start}${name}` }));
}
