import { useQuery } from '@tanstack/react-query';
import { t } from '@tessera/core/messages';
import { useSearchParams } from 'react-router';
import { savedQueryFolders } from '../../api/saved-queries.ts';
import { FolderBar, FolderCrumbs, FolderLink } from '../../ui/lists/FolderLinks.tsx';
import { foldersIn, pathTo } from './folder-paths.ts';

/** Name of the filter of the list, in the address. */
const PARAMETER = 'f.folder';

/** The folder that the list shows; null for all. */
export function useOpenFolder(): string | null {
  const [parameters] = useSearchParams();
  return parameters.get(PARAMETER) || null;
}

/** Where one is among the folders that queries are in. */
export function FolderPath() {
  const paths = useQuery(savedQueryFolders).data ?? [];
  const [parameters] = useSearchParams();
  const open = useOpenFolder();
  const inside = foldersIn(paths, open);
  const addressOf = (path: string | null) => {
    const next = new URLSearchParams(parameters);
    next.delete('page');
    if (path === null) next.delete(PARAMETER);
    else next.set(PARAMETER, path);
    return `?${next.toString()}`;
  };
  if (open === null && inside.length === 0) return null;
  return (
    <FolderBar>
      {open !== null && (
        <FolderCrumbs
          top={{ name: t('All queries'), to: addressOf(null) }}
          path={pathTo(open).map(({ name, path }) => ({ key: path, name, to: addressOf(path) }))}
        />
      )}
      {inside.map(({ name, path }) => (
        <FolderLink key={path} name={name} to={addressOf(path)} />
      ))}
    </FolderBar>
  );
}
