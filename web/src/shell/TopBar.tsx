import { IconMenu2, IconPlus, IconSearch } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { menus } from '@tessera/core/pages';
import { Link, useLocation } from 'react-router';
import type { Me } from '../api/me.ts';
import { IconButton } from '../ui/buttons/IconButton.tsx';
import { Menu, MenuDivider, MenuLabel, MenuLink } from '../ui/overlays/Menu.tsx';
import { Skeleton } from '../ui/feedback/Skeleton.tsx';
import { Mark } from './Mark.tsx';
import { UserMenu } from './UserMenu.tsx';
import { placesFor } from './places.ts';
import classes from './Shell.module.css';
import { ThemeMenu } from './ThemeMenu.tsx';
import { paletteKeys } from './use-global-keys.ts';

type TopBarProps = { readonly user: Me; readonly onPalette: () => void; readonly onKeyboardMap: () => void };

/** SQL has three pages, whose addresses have nothing in common. */
function isHere({ page, href }: (typeof menus.main)[number], pathname: string): boolean {
  const places = page === 'sqlLab' ? menus.sql : [{ href }];
  return places.some((place) => pathname.startsWith(place.href));
}

export function TopBar({ user, onPalette, onKeyboardMap }: TopBarProps) {
  const shown = placesFor(user, 'main');
  const offered = placesFor(user, 'create');
  const { pathname } = useLocation();
  return (
    <header className={classes['bar']}>
      <NarrowMenu user={user} />
      <Link to={menus.home.href} className={classes['mark']} aria-label={t('Tessera: home')}>
        <Mark />
        <span className={classes['onlyWide']}>Tessera</span>
      </Link>
      <nav className={classes['places']} aria-label={t('Places')}>
        {shown.map((place) => (
          <Link
            key={place.href}
            to={place.href}
            className={classes['place'] ?? ''}
            {...(isHere(place, pathname) && { 'aria-current': 'page' })}
          >
            {tMarked(place.label)}
          </Link>
        ))}
      </nav>
      <div className={classes['end']}>
        <button
          type="button"
          className={`${classes['search']} ${classes['onlyWide']}`}
          onClick={onPalette}
          aria-keyshortcuts="Control+K Meta+K"
        >
          <IconSearch size={16} stroke={1.5} aria-hidden />
          <span>{t('Search or do…')}</span>
          <kbd className={classes['keys']} aria-hidden>
            {paletteKeys()}
          </kbd>
        </button>
        <span className={classes['onlyNarrow']}>
          <IconButton label={t('Search or do…')} icon={<IconSearch size={20} stroke={1.5} />} onClick={onPalette} />
        </span>
        {offered.length > 0 && (
          <Menu
            label={t('Create')}
            trigger={<IconButton label={t('Create')} icon={<IconPlus size={20} stroke={1.5} />} />}
          >
            <MenuLabel>{t('Create')}</MenuLabel>
            {offered.map((place) => (
              <MenuLink key={place.href} to={place.href}>
                {tMarked(place.label)}
              </MenuLink>
            ))}
          </Menu>
        )}
        <ThemeMenu />
        <UserMenu user={user} onKeyboardMap={onKeyboardMap} />
      </div>
    </header>
  );
}

/** On a phone the places move into a menu. */
function NarrowMenu({ user }: { readonly user: Me }) {
  const admin = placesFor(user, 'admin');
  return (
    <span className={classes['onlyNarrow']}>
      <Menu
        label={t('Places')}
        position="bottom-start"
        trigger={<IconButton label={t('Places')} icon={<IconMenu2 size={20} stroke={1.5} />} />}
      >
        <MenuLink to={menus.home.href}>{tMarked(menus.home.label)}</MenuLink>
        {placesFor(user, 'main').map((place) => (
          <MenuLink key={place.href} to={place.href}>
            {tMarked(place.label)}
          </MenuLink>
        ))}
        {placesFor(user, 'sql')
          .filter(({ page }) => page !== 'sqlLab')
          .map((place) => (
            <MenuLink key={place.href} to={place.href}>
              {tMarked(place.label)}
            </MenuLink>
          ))}
        {admin.length > 0 && <MenuDivider />}
        {admin.map((place) => (
          <MenuLink key={place.href} to={place.href}>
            {tMarked(place.label)}
          </MenuLink>
        ))}
      </Menu>
    </span>
  );
}

/** Holds the bar's place while the first call runs. */
export function TopBarSkeleton() {
  return (
    <div className={classes['bar']} role="status" aria-label={t('Loading…')}>
      <Mark />
      <Skeleton width={220} height={14} />
    </div>
  );
}
