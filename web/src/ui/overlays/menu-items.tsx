import { Menu as MantineMenu } from '@mantine/core';
import { Link } from 'react-router';
import type { MenuItemProps, MenuLinkProps, MenuParts } from './menu-parts.ts';

/** The parts of menus, drawn by the library. */
export const menuItems: MenuParts = {
  Item,
  Link: LinkItem,
  Label: MantineMenu.Label,
  Divider: MantineMenu.Divider,
};

function Item({
  children,
  icon,
  end,
  danger = false,
  onClick,
  closeOnClick = true,
  disabledReason = null,
}: MenuItemProps) {
  const off = disabledReason !== null;
  return (
    <MantineMenu.Item
      leftSection={icon}
      rightSection={off ? undefined : end}
      onClick={off ? undefined : onClick}
      closeMenuOnClick={closeOnClick && !off}
      aria-disabled={off || undefined}
      title={disabledReason ?? undefined}
      mod={{ danger }}
    >
      {children}
    </MantineMenu.Item>
  );
}

function LinkItem({ children, icon, end, to }: MenuLinkProps) {
  return (
    <MantineMenu.Item component={Link} to={to} leftSection={icon} rightSection={end}>
      {children}
    </MantineMenu.Item>
  );
}
