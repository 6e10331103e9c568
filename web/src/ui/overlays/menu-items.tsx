import { Menu as MantineMenu } from '@mantine/core';
import type { MouseEvent } from 'react';
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
      // The library has a word of its own on this attribute, and it would take the item from the keyboard.
      ref={(item: HTMLElement | null) => item?.setAttribute('aria-disabled', String(off))}
      onClick={(event: MouseEvent<HTMLElement>) => {
        if (off) return;
        // What opens next gives the focus back to the button: the item is gone by then.
        if (closeOnClick) buttonOf(event.currentTarget)?.focus();
        onClick();
      }}
      closeMenuOnClick={closeOnClick && !off}
      title={disabledReason ?? undefined}
      mod={{ danger }}
    >
      {children}
    </MantineMenu.Item>
  );
}

/** The button of the menu that an item stands in. */
function buttonOf(item: HTMLElement): HTMLElement | null {
  const menu = item.closest('[role="menu"]');
  return menu && document.getElementById(menu.id.replace(/-dropdown$/, ''));
}

function LinkItem({ children, icon, end, to }: MenuLinkProps) {
  return (
    <MantineMenu.Item component={Link} to={to} leftSection={icon} rightSection={end}>
      {children}
    </MantineMenu.Item>
  );
}
