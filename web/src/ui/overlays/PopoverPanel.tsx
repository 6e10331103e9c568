import { Popover as MantinePopover } from '@mantine/core';
import { useRef, type KeyboardEvent, type RefObject } from 'react';
import { Anchor } from './Anchor.tsx';
import type { PopoverProps } from './popover-props.ts';
import { useAfterMount } from './use-after-mount.ts';

type PopoverPanelProps = Omit<PopoverProps, 'trigger'> & {
  readonly anchor: RefObject<HTMLElement | null>;
  /** Of the trigger; the panel is named after it. */
  readonly id: string;
};

/** What a popover shows when it is open. */
export function PopoverPanel({
  anchor,
  id,
  children,
  opened,
  onChange,
  label,
  width = 320,
  position = 'bottom-start',
  padding = 'var(--ts-space-3)',
  quietTrigger = false,
  isPlace = false,
}: PopoverPanelProps) {
  const isAfterMount = useAfterMount();
  const { isInside, markInside } = useInside();
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
      id={id}
      opened={opened && isAfterMount}
      onChange={(next) => (next || !isInside()) && onChange(next)}
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
      <MantinePopover.Target>
        <Anchor of={anchor} />
      </MantinePopover.Target>
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

/** The dropdown of a select in a panel hangs elsewhere in the page, but its events come through the panel. */
function useInside() {
  const inside = useRef(false);
  const markInside = () => {
    inside.current = true;
    setTimeout(() => {
      inside.current = false;
    });
  };
  return { isInside: () => inside.current, markInside };
}
