import { Popover as MantinePopover } from '@mantine/core';
import { useRef, type ReactElement, type ReactNode } from 'react';

type PopoverProps = {
  readonly trigger: ReactElement;
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

/** A small panel beside what opened it. The trigger toggles `opened` itself; Escape and a click outside close it. */
export function Popover({ trigger, children, opened, onChange, label, width = 320, position = 'bottom-start', padding = 'var(--ts-space-3)', quietTrigger = false }: PopoverProps) {
  const inside = useRef(false);
  // The dropdown of a select in here hangs elsewhere in the page, but its events come through this element.
  const markInside = () => {
    inside.current = true;
    setTimeout(() => {
      inside.current = false;
    });
  };
  return (
    <MantinePopover opened={opened} onChange={(next) => (next || !inside.current) && onChange(next)} width={width} position={position} offset={6} shadow="none" withinPortal withRoles={!quietTrigger} trapFocus returnFocus transitionProps={{ duration: 0 }}>
      <MantinePopover.Target>{trigger}</MantinePopover.Target>
      <MantinePopover.Dropdown role="dialog" aria-label={label} style={{ padding }} onMouseDownCapture={markInside} onTouchStartCapture={markInside}>{children}</MantinePopover.Dropdown>
    </MantinePopover>
  );
}
