import { createContext, type ComponentType, type ReactNode } from 'react';

export type MenuItemProps = {
  readonly children: ReactNode;
  readonly icon?: ReactNode;
  /** At the end of the line: a shortcut, a tick. */
  readonly end?: ReactNode;
  readonly danger?: boolean;
  readonly onClick: () => void;
  readonly closeOnClick?: boolean;
  readonly disabledReason?: string | null;
};

export type MenuLinkProps = Pick<MenuItemProps, 'children' | 'icon' | 'end'> & { readonly to: string };

/** What stands in a menu, as the library draws it. */
export type MenuParts = {
  readonly Item: ComponentType<MenuItemProps>;
  readonly Link: ComponentType<MenuLinkProps>;
  readonly Label: ComponentType<{ readonly children: ReactNode }>;
  readonly Divider: ComponentType;
};

/** A menu that is open gives its parts to what stands in it, so that pages name them without loading them. */
export const MenuPartsContext = createContext<MenuParts | null>(null);
