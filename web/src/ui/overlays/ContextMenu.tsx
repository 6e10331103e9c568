import { Menu as MantineMenu, Portal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';
import { menuItems } from './menu-items.tsx';
import { MenuPartsContext } from './menu-parts.ts';
import { useCloseByEscape } from './use-close-by-escape.ts';

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
      // What the choice opened may have the keyboard already.
      if (document.activeElement !== document.body) return;
      if (before instanceof HTMLElement && before.isConnected) before.focus({ preventScroll: true });
    },
    [before],
  );
  useCloseByEscape(true, onClose);
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
        <MantineMenu.Dropdown aria-label={label}>
          <MenuPartsContext value={menuItems}>{children}</MenuPartsContext>
        </MantineMenu.Dropdown>
      </MantineMenu>
    </Portal>
  );
}
