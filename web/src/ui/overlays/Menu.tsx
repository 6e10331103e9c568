import { useMergedRef } from '@mantine/hooks';
import {
  cloneElement,
  use,
  useId,
  useRef,
  useState,
  type HTMLAttributes,
  type KeyboardEvent,
  type ReactElement,
  type ReactNode,
  type Ref,
} from 'react';
import { both } from '../common/both.ts';
import { onDemand } from '../common/on-demand.tsx';
import { AwaitedPanel } from './AwaitedPanel.tsx';
import { MenuPartsContext, type MenuItemProps, type MenuLinkProps } from './menu-parts.ts';

// A page has many menus, and most are never opened: the library comes when one is reached.
const MenuPanel = onDemand(async () => (await import('./MenuPanel.tsx')).MenuPanel, AwaitedPanel);

/** Fetch the code of menus ahead, so that it is here whatever the network does later. */
export const preloadMenus = MenuPanel.preload;

type MenuProps = {
  /** The button that opens it; it takes a ref and the attributes of a button. */
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement> & { readonly ref?: Ref<HTMLElement> }>;
  readonly children: ReactNode;
  readonly position?: 'bottom-start' | 'bottom-end';
  readonly width?: number;
  readonly label?: string;
};

/**
 * Actions behind a button: a click, Enter, Space or the arrow down opens them. Fill it with `MenuItem`, `MenuLink`,
 * `MenuLabel` and `MenuDivider`.
 */
export function Menu({ trigger, children, position = 'bottom-end', width = 220, label }: MenuProps) {
  const id = useId();
  const anchor = useRef<HTMLElement>(null);
  const [opened, setOpened] = useState<boolean | null>(null);
  const { ref, onClick, onKeyDown, onPointerEnter, onFocus } = trigger.props;
  const openByKey = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowDown') return;
    event.preventDefault();
    setOpened(true);
  };
  return (
    <>
      {cloneElement(trigger, {
        ref: useMergedRef(anchor, ref),
        id,
        'aria-haspopup': 'menu',
        'aria-expanded': opened === true,
        'aria-controls': opened === true ? `${id}-dropdown` : undefined,
        onClick: both(onClick, () => setOpened(opened !== true)),
        onKeyDown: both(onKeyDown, openByKey),
        onPointerEnter: both(onPointerEnter, MenuPanel.preload),
        onFocus: both(onFocus, MenuPanel.preload),
      })}
      {opened !== null && (
        <MenuPanel
          anchor={anchor}
          id={id}
          opened={opened}
          onChange={setOpened}
          position={position}
          width={width}
          label={label}
        >
          {children}
        </MenuPanel>
      )}
    </>
  );
}

export function MenuItem(props: MenuItemProps) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Item {...props} />;
}

export function MenuLink(props: MenuLinkProps) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Link {...props} />;
}

export function MenuLabel({ children }: { readonly children: ReactNode }) {
  const parts = use(MenuPartsContext);
  return parts && <parts.Label>{children}</parts.Label>;
}

export function MenuDivider() {
  const parts = use(MenuPartsContext);
  return parts && <parts.Divider />;
}
