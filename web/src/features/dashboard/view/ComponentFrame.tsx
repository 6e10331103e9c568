import { DEFAULT_HEIGHT, GRID_BASE_UNIT_PX, type LayoutComponent } from '@tessera/core/layout/types';
import { useRef, useState, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import classes from '../Dashboard.module.css';
import { useDashboard } from '../DashboardProvider.tsx';
import { FrameTools } from '../edit/on-demand.ts';
import type { PulledSize } from '../edit/ResizeHandles.tsx';

type ComponentFrameProps = {
  readonly component: LayoutComponent;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  /** A tab is moved and removed in its bar. */
  readonly fixed?: boolean;
  /** Text that grows with its content has no height of its own on a phone. */
  readonly children: ReactNode;
};

/** The place of one component, the same element in both modes; edit mode lays its tools over it. */
export function ComponentFrame({ component, className, style, fixed = false, children }: ComponentFrameProps) {
  const editMode = useDashboard((state) => state.editMode);
  const frame = useRef<HTMLDivElement>(null);
  const [pulled, setPulled] = useState<PulledSize | null>(null);
  const [isDragging, setDragging] = useState(false);
  const { id, type } = component;
  /** Where the dragged thing would land on this component; null when elsewhere. */
  const position = useDashboard(({ dropMark }) => (dropMark?.targetId === id ? dropMark.position : null));

  const meta = { ...component.meta, ...pulled };
  const size: Record<string, string | number> = {
    ...(meta.width === undefined ? {} : { '--span': meta.width }),
    ...(type === 'CHART' || type === 'MARKDOWN'
      ? { '--height': `${(meta.height ?? DEFAULT_HEIGHT) * GRID_BASE_UNIT_PX}px` }
      : {}),
  };
  const side = position === null || position === 'forbidden' ? null : `${position.as}-${position.side}`;

  return (
    <div
      ref={frame}
      data-component-id={id}
      data-component-type={type}
      data-drop={position === 'forbidden' ? 'forbidden' : side}
      className={cx(
        classes['frame'],
        editMode && classes['editable'],
        isDragging && classes['dragging'],
        pulled !== null && classes['pulled'],
        className,
      )}
      style={{ ...size, ...style }}
    >
      {children}
      {editMode && (
        <FrameTools
          component={component}
          frame={frame}
          fixed={fixed}
          pulled={pulled}
          onPull={setPulled}
          onDrag={setDragging}
        />
      )}
    </div>
  );
}
