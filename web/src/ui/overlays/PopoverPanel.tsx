import { Popover as MantinePopover } from '@mantine/core';
import { useRef, type KeyboardEvent, type ReactElement, type ReactNode } from 'react';

type PopoverProps = {
  readonly trigger: ReactElement;
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

/** A small panel beside what opened it. The trigger toggles `opened` itself; Escape and a click outside close it. */
export function Popover({
  trigger,
  children,
  opened,
  onChange,
  label,
  width = 320,
  position = 'bottom-start',
  padding = 'var(--ts-space-3)',
  quietTrigger = false,
  isPlace = false,
}: PopoverProps) {
  const inside = useRef(false);
  // The dropdown of a select in here hangs elsewhere in the page, but its events come through this element.
  const markInside = () => {
    inside.current = true;
    setTimeout(() => {
      inside.current = false;
    });
  };
  const closeOnEscape = (event: KeyboardEvent) => {
    // The first Escape belongs to what is open inside: the choices of a select, the text of a search.
    if (event.key !== 'Escape' || isOpenInside(event.target)) return;
    event.stopPropagation();
    onChange(false);
  };
  return (
    // Its side is chosen once, so that it does not jump while someone types; what grows past the edge of the screen
    // after that is pushed back in.
    <MantinePopover
      middlewares={{ shift: { crossAxis: true } }}
      closeOnEscape={false}
      hideDetached={!isPlace}
      opened={opened}
      onChange={(next) => (next || !inside.current) && onChange(next)}
      width={width}
      position={position}
      offset={6}
      shadow="none"
      withinPortal
      withRoles={!quietTrigger}
      trapFocus
      returnFocus
      transitionProps={{ duration: 0 }}
    >
      <MantinePopover.Target>{trigger}</MantinePopover.Target>
      <MantinePopover.Dropdown
        role="dialog"
        aria-label={label}
        style={{ padding }}
        onMouseDownCapture={markInside}
        onTouchStartCapture={markInside}
        onKeyDown={closeOnEscape}
      >
        {children}
      </MantinePopover.Dropdown>
    </MantinePopover>
  );
}

/**
 * Our library marks fields whose choices are open, and editors that keep Escape for themselves, with this attribute.
 */
function isOpenInside(target: EventTarget): boolean {
  return target instanceof Element && target.getAttribute('data-mantine-stop-propagation') === 'true';
}
