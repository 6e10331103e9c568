import type { ReactNode } from 'react';
import type { MenuPoint } from '../overlays/ContextMenu.tsx';
import { Popover } from '../overlays/Popover.tsx';

type PlacePopoverProps = {
  readonly at: MenuPoint;
  readonly label: string;
  readonly width: number;
  readonly onClose: () => void;
  readonly children: ReactNode;
};

/** A panel at a place of the grid, open while it is drawn. */
export function PlacePopover({ at, label, width, onClose, children }: PlacePopoverProps) {
  return (
    <Popover
      opened
      onChange={(next) => !next && onClose()}
      label={label}
      width={width}
      quietTrigger
      isPlace
      trigger={<span aria-hidden style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />}
    >
      {children}
    </Popover>
  );
}
