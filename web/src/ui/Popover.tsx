import { Popover as MantinePopover } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

type PopoverProps = {
  readonly trigger: ReactElement;
  readonly children: ReactNode;
  readonly opened: boolean;
  readonly onChange: (opened: boolean) => void;
  readonly label: string;
  readonly width?: number | 'target';
  readonly position?: 'bottom-start' | 'bottom-end' | 'bottom' | 'right-start' | 'left-start' | 'top-start';
  readonly padding?: string;
};

/** A small panel beside what opened it. The trigger toggles `opened` itself; Escape and a click outside close it. */
export function Popover({ trigger, children, opened, onChange, label, width = 320, position = 'bottom-start', padding = 'var(--ts-space-3)' }: PopoverProps) {
  return (
    <MantinePopover opened={opened} onChange={onChange} width={width} position={position} offset={6} shadow="none" withinPortal trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <MantinePopover.Target>{trigger}</MantinePopover.Target>
      <MantinePopover.Dropdown aria-label={label} style={{ padding }}>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  );
}
