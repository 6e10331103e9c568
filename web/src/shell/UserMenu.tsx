import { IconKeyboard, IconLogout, IconUser } from '@tabler/icons-react';
import { t, tMarked } from '@tessera/core/messages';
import { menus } from '@tessera/core/pages';
import { isAdmin, nameOf, type Me } from '../api/me.ts';
import { signOut } from '../api/session.ts';
import { Menu, MenuDivider, MenuItem, MenuLabel, MenuLink } from '../ui/overlays/Menu.tsx';
import { placesFor } from './places.ts';
import classes from './Shell.module.css';

export function UserMenu({ user, onKeyboardMap }: { readonly user: Me; readonly onKeyboardMap: () => void }) {
  const name = nameOf(user);
  const admin = placesFor(user, 'admin');
  return (
    <Menu
      label={name}
      trigger={
        <button type="button" className={classes['avatar']}>
          <span className="ts-visually-hidden">{`${t('You')}: ${name}`}</span>
          <span aria-hidden>{initials(user)}</span>
        </button>
      }
    >
      <div className={classes['person']}>
        <div className={classes['personName']}>{name}</div>
        <div className={classes['personRole']}>{Object.keys(user.roles).join(', ')}</div>
      </div>
      <MenuDivider />
      <MenuLink to={menus.profile.href} icon={<IconUser size={16} stroke={1.5} />}>
        {tMarked(menus.profile.label)}
      </MenuLink>
      <MenuItem icon={<IconKeyboard size={16} stroke={1.5} />} end="?" onClick={onKeyboardMap}>
        {t('Keyboard map')}
      </MenuItem>
      {admin.length > 0 && (
        <>
          <MenuDivider />
          <MenuLabel>{isAdmin(user) ? t('Administration') : t('Settings')}</MenuLabel>
          {admin.map((place) => (
            <MenuLink key={place.href} to={place.href}>
              {tMarked(place.label)}
            </MenuLink>
          ))}
        </>
      )}
      <MenuDivider />
      <MenuItem icon={<IconLogout size={16} stroke={1.5} />} onClick={signOut}>
        {t('Sign out')}
      </MenuItem>
    </Menu>
  );
}

function initials({ first_name, last_name, username }: Me): string {
  const letters = `${first_name.charAt(0)}${last_name.charAt(0)}`;
  return (letters === '' ? username.slice(0, 2) : letters).toUpperCase();
}
