import { Tooltip as MantineTooltip } from '@mantine/core';
import type { ReactElement, ReactNode } from 'react';

type TooltipProps = {
  readonly label: ReactNode;
  /** One element that takes a ref. */
  readonly children: ReactElement;
  readonly position?: 'top' | 'bottom' | 'left' | 'right';
  /** Show at once (values in charts, cut texts) instead of after a moment. */
  readonly instant?: boolean;
};

/** Shown on hover and on keyboard focus; never holds anything that can be clicked. */
export function Tooltip({ label, children, position = 'bottom', instant = false }: TooltipProps) {
  return (
    <MantineTooltip
      label={label}
      position={position}
      openDelay={instant ? 0 : 400}
      offset={6}
      multiline
      events={{ hover: true, focus: true, touch: false }}
      transitionProps={{ duration: 0 }}
    >
      {children}
    </MantineTooltip>
  );
}
