import { IconGripVertical, IconTrash } from '@tabler/icons-react';
import { deleteComponent } from '@tessera/core/layout/drop';
import { DEFAULT_HEIGHT, GRID_BASE_UNIT_PX, type LayoutComponent } from '@tessera/core/layout/types';
import { componentName, upperFirst } from '@tessera/core/dashboard/words';
import { t } from '@tessera/core/messages';
import { useMemo, useRef, useState, type CSSProperties, type KeyboardEvent, type ReactNode } from 'react';
import { cx } from '../../../ui/common/cx.ts';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import classes from '../Dashboard.module.css';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import type { DashboardStore } from '../dashboard-store.ts';
import { isArrow, moveByKey, nearestTo, resizeByKey } from '../keyboard-move.ts';
import { applyChange, applyLayout, newComponentId, presentLayout } from './apply-change.ts';
import { moveLimit, resizeLimit } from './limit-words.ts';
import { ResizeHandles, type PulledSize } from './ResizeHandles.tsx';
import { useDraggable, useDropPosition, useDropTarget, type Dragged } from './use-drag.ts';

type ComponentFrameProps = {
  readonly component: LayoutComponent;
  readonly className?: string | undefined;
  readonly style?: CSSProperties;
  /** Buttons between the grip and the bin. */
  readonly tools?: ReactNode;
  /** A tab is moved and removed in its bar. */
  readonly fixed?: boolean;
  /** Text that grows with its content has no height of its own on a phone. */
  readonly children: ReactNode;
};

/** The place of one component. In edit mode it can be dragged, pulled, moved by key, removed and dropped on. */
export function ComponentFrame({ component, className, style, tools, fixed = false, children }: ComponentFrameProps) {
  const store = useDashboardStore();
  const editMode = useDashboard((state) => state.editMode);
  const frame = useRef<HTMLDivElement>(null);
  const grip = useRef<HTMLButtonElement>(null);
  const [pulled, setPulled] = useState<PulledSize | null>(null);
  /** What the last key did: the new size, or why there is none. Gone when the keyboard goes elsewhere. */
  const [told, setTold] = useState('');
  const { id, type } = component;
  const dragged = useMemo<Dragged>(() => ({ kind: 'component', id, type }), [id, type]);
  const movable = editMode && !fixed;
  const isDragging = useDraggable(frame, grip, dragged, movable);
  useDropTarget(frame, id, editMode);
  const position = useDropPosition(id);

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
      style={{ ...sizeStyle(component, pulled), ...style }}
    >
      {children}
      {movable && (
        <div className={classes['tools']} data-pulled={pulled === null ? undefined : true}>
          <IconButton
            ref={grip}
            size="small"
            className={classes['grip']}
            label={t('Move %(name)s: arrow keys, with shift to resize', { name: componentName(component) })}
            icon={<IconGripVertical size={14} stroke={1.5} />}
            onKeyDown={(event) => onGripKey(store, event, component, setTold)}
            onBlur={() => setTold('')}
          />
          {tools}
          <IconButton
            size="small"
            danger
            label={t('Remove %(name)s', { name: componentName(component) })}
            icon={<IconTrash size={14} stroke={1.5} />}
            onClick={() => remove(store, component)}
          />
        </div>
      )}
      {movable && <ResizeHandles component={component} frame={frame} onPull={setPulled} />}
      {/* There before it says anything, so that it is heard. */}
      {movable && <output className={classes['told']}>{pulled === null ? told : sizeText(pulled)}</output>}
    </div>
  );
}

function sizeStyle({ type, meta: stored }: LayoutComponent, pulled: PulledSize | null): CSSProperties {
  const meta = { ...stored, ...pulled };
  const size: Record<string, string | number> = {
    ...(meta.width === undefined ? {} : { '--span': meta.width }),
    ...(type === 'CHART' || type === 'MARKDOWN'
      ? { '--height': `${(meta.height ?? DEFAULT_HEIGHT) * GRID_BASE_UNIT_PX}px` }
      : {}),
  };
  return size;
}

function sizeText({ width, height }: { readonly width?: number; readonly height?: number }): string {
  if (height === undefined) return t('%(width)s columns', { width: width ?? 0 });
  return t('%(width)s columns × %(height)s px', { width: width ?? 0, height: height * GRID_BASE_UNIT_PX });
}

/** The component goes, and says so; the keyboard goes on at the one nearest to it. */
function remove(store: DashboardStore, component: LayoutComponent): void {
  const next = nearestTo(presentLayout(store), component.id);
  applyLayout(store, deleteComponent(presentLayout(store), component.id));
  toast.info(t('%(name)s was removed. Undo brings it back.', { name: upperFirst(componentName(component)) }));
  refocus(next);
}

function onGripKey(
  store: DashboardStore,
  event: KeyboardEvent<HTMLButtonElement>,
  component: LayoutComponent,
  tell: (text: string) => void,
): void {
  const { id } = component;
  if (event.key === 'Delete' || event.key === 'Backspace') {
    event.preventDefault();
    remove(store, component);
    return;
  }
  if (!isArrow(event.key)) return;
  event.preventDefault();
  event.stopPropagation();
  const before = presentLayout(store);
  if (event.shiftKey) {
    applyLayout(store, resizeByKey(before, id, event.key));
    const after = presentLayout(store);
    tell(after === before ? resizeLimit(before, id, event.key) : sizeText(after[id]?.meta ?? {}));
  } else {
    const taken = applyChange(store, moveByKey(before, id, event.key, newComponentId));
    tell(taken && presentLayout(store) === before ? moveLimit() : '');
  }
  refocus(id);
}

/**
 * A moved component is mounted anew in its new parent; the focus goes with it. Where there is none, it goes to the
 * page.
 */
function refocus(id: string | null): void {
  requestAnimationFrame(() => {
    const grip =
      id === null
        ? null
        : document.querySelector<HTMLElement>(
            `[data-component-id="${CSS.escape(id)}"] > .${classes['tools'] ?? 'tools'} > button`,
          );
    (grip ?? document.querySelector<HTMLElement>('main'))?.focus();
  });
}
