import type { HTMLAttributes, ReactElement, ReactNode, Ref } from 'react';

export type PopoverProps = {
  readonly trigger: ReactElement<HTMLAttributes<HTMLElement> & { readonly ref?: Ref<HTMLElement> }>;
  /** The trigger only marks a place of the page: it cannot be scrolled out of sight. */
  readonly isPlace?: boolean;
  readonly children: ReactNode;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly label: string;
  readonly width?: number | 'target';
  readonly position?: 'bottom-start' | 'bottom-end' | 'bottom' | 'right-start' | 'left-start' | 'top-start';
  readonly padding?: string;
  /** The trigger is a place, not a button: it says nothing of being opened, a button inside it does. */
  readonly quietTrigger?: boolean;
};
