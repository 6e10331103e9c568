import { Menu as MantineMenu, Portal } from '@mantine/core';
import { useEffect, useState, type ReactElement, type ReactNode } from 'react';
import { Link } from 'react-router';

type MenuProps = {
  /** The button that opens it; it takes a ref. */
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly position?: 'bottom-start' | 'bottom-end';
  readonly width?: number;
  readonly label?: string;
};

/** Actions behind a button. Fill it with `MenuItem`, `MenuLink`, `MenuLabel` and `MenuDivider`. */
export function Menu({ trigger, children, position = 'bottom-end', width = 220, label }: MenuProps) {
  return (
    <MantineMenu
      position={position}
      width={width}
      offset={4}
      shadow="none"
      withinPortal
      transitionProps={{ duration: 0 }}
      trapFocus
      returnFocus
      withInitialFocusPlaceholder={false}
    >
      <MantineMenu.Target>{trigger}</MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>{children}</MantineMenu.Dropdown>
    </MantineMenu>
  );
}

/** A place on screen, in px from its left and top. */
export type MenuPoint = { readonly x: number; readonly y: number };

/**
 * Actions at a place of the page, where no button is: a cell, a mark. It is open while it is drawn; whoever opens it
 * takes the keyboard back, since a choice may open something else.
 */
export function ContextMenu({
  at,
  onClose,
  label,
  children,
}: {
  readonly at: MenuPoint;
  readonly onClose: () => void;
  readonly label: string;
  readonly children: ReactNode;
}) {
  const [before] = useState(() => document.activeElement);
  useEffect(
    () => () => {
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
  // What is around the place may clip it: the menu would hide with it.
  return (
    <Portal>
      <MantineMenu
        opened
        // Its place is no element that could be scrolled out of sight.
        hideDetached={false}
        // The key that opens it is on its way through the page still.
        clickOutsideEvents={['mousedown', 'touchstart']}
        onChange={(next) => !next && onClose()}
        position="bottom-start"
        width={220}
        offset={2}
        shadow="none"
        withinPortal
        transitionProps={{ duration: 0 }}
        trapFocus
        returnFocus={false}
        withInitialFocusPlaceholder={false}
      >
        <MantineMenu.Target>
          <span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
        </MantineMenu.Target>
        <MantineMenu.Dropdown aria-label={label}>{children}</MantineMenu.Dropdown>
      </MantineMenu>
    </Portal>
  );
}

type MenuItemProps = {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** At the end of the line: a shortcut, a tick. */
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly onClick: () => void;
  readonly closeOnClick?: boolean;
  readonly disabledReason?: string | null;
};

export function MenuItem({
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

export function MenuLink({
  children,
  icon,
  end,
  to,
}: {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  readonly end?: ReactNode;
  readonly to: string;
}) {
  return (
    <MantineMenu.Item component={Link} to={to} leftSection={icon} rightSection={end}>
      {children}
    </MantineMenu.Item>
  );
}

export const MenuLabel = MantineMenu.Label;
export const MenuDivider = MantineMenu.Divider;
