import { Menu as MantineMenu, Portal } from '@mantine/core';
import { useEffect, useState, type ReactNode } from 'react';

type ContextMenuProps = {
  /** px in the window. */
  readonly at: { readonly x: number; readonly y: number };
  readonly label: string;
  readonly onClose: () => void;
  /** Menu items. */
  readonly children: ReactNode;
};

/** Actions at the place that was touched, open from the start. The focus goes back where it was. */
export function ContextMenu({ at, label, onClose, children }: ContextMenuProps) {
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
        onChange={(opened) => {
          if (!opened) onClose();
        }}
        position="bottom-start"
        width={240}
        offset={2}
        shadow="none"
        withinPortal
        transitionProps={{ duration: 0 }}
        trapFocus
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
