import { IconChevronRight, IconFolder } from '@tabler/icons-react';
import { t } from '@tessera/core/messages';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import classes from './FolderLinks.module.css';

/** Where one is among folders, the folders in this one, and what can be done with them. */
export function FolderBar({ children }: { readonly children: ReactNode }) {
  return (
    <nav className={classes['strip']} aria-label={t('Folders')}>
      {children}
    </nav>
  );
}

type Place = { readonly key: string | number; readonly name: string; readonly to: string };

/** From the top down to the folder that is open. */
export function FolderCrumbs({
  top,
  path,
}: {
  readonly top: { readonly name: string; readonly to: string };
  readonly path: readonly Place[];
}) {
  return (
    <ol className={classes['crumbs']}>
      <li>
        <Link to={top.to}>{top.name}</Link>
      </li>
      {path.map(({ key, name, to }, at) => (
        <li key={key}>
          <IconChevronRight size={14} stroke={1.5} aria-hidden />
          {at === path.length - 1 ? <strong aria-current="page">{name}</strong> : <Link to={to}>{name}</Link>}
        </li>
      ))}
    </ol>
  );
}

/** A folder that can be opened. */
export function FolderLink({
  name,
  count,
  to,
}: {
  readonly name: string;
  readonly count?: number;
  readonly to: string;
}) {
  return (
    <Link to={to} className={classes['folder']}>
      <IconFolder size={16} stroke={1.5} aria-hidden />
      <span className={classes['name']}>{name}</span>
      {count !== undefined && <span className={classes['count']}>{count}</span>}
    </Link>
  );
}
