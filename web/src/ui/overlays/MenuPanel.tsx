import { Menu as MantineMenu } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Anchor } from './Anchor.tsx';
import { menuItems } from './menu-items.tsx';
import { MenuPartsContext } from './menu-parts.ts';
import { useAfterMount } from './use-after-mount.ts';
import { useCloseByEscape } from './use-close-by-escape.ts';

type MenuPanelProps = {
  /** The button that opens it. */
  readonly anchor: RefObject<HTMLElement | null>;
  /** Of the button; the panel is named after it. */
  readonly id: string;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly children: ReactNode;
  readonly position: 'bottom-start' | 'bottom-end';
  readonly width: number;
  readonly label: string | undefined;
};

/** What a menu shows when it is open. */
export function MenuPanel({ anchor, id, opened, onChange, position, width, label, children }: MenuPanelProps) {
  const isAfterMount = useAfterMount();
  useCloseByEscape(opened, () => onChange(false));
  return (
    <MantineMenu
      id={id}
      opened={opened && isAfterMount}
      onChange={onChange}
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
      <MantineMenu.Target>
        <Anchor of={anchor} />
      </MantineMenu.Target>
      <MantineMenu.Dropdown aria-label={label}>
        <MenuPartsContext value={menuItems}>{children}</MenuPartsContext>
      </MantineMenu.Dropdown>
    </MantineMenu>
  );
}
