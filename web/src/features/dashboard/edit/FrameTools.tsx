import { IconCopyPlus, IconGripVertical, IconTrash } from '@tabler/icons-react';
import { copyComponents, pasteComponents } from '@tessera/core/layout/clip';
import { deleteComponent } from '@tessera/core/layout/drop';
import { GRID_BASE_UNIT_PX, type LayoutComponent, type LeastSize } from '@tessera/core/layout/types';
import { componentName, upperFirst } from '@tessera/core/dashboard/words';
import { t, tn } from '@tessera/core/messages';
import { useEffect, useMemo, useRef, useState, type KeyboardEvent, type RefObject } from 'react';
import { IconButton } from '../../../ui/buttons/IconButton.tsx';
import { toast } from '../../../ui/feedback/toast-store.ts';
import classes from '../Dashboard.module.css';
import { useLeastSize } from '../dashboard-data.tsx';
import { useDashboard, useDashboardStore } from '../DashboardProvider.tsx';
import type { DashboardStore } from '../dashboard-store.ts';
import { isArrow, moveByKey, nearestTo, resizeByKey } from '../keyboard-move.ts';
import { AlignmentGuides } from './AlignmentGuides.tsx';
import { newComponentId } from '../../../api/component-id.ts';
import { applyLayout, presentLayout } from './apply-change.ts';
import { applyMove } from './apply-move.ts';
import { HeaderTools } from './HeaderTools.tsx';
import { moveLimit, resizeLimit } from './limit-words.ts';
import { ResizeHandles, type PulledSize } from './ResizeHandles.tsx';
import selectionStyles from './Selection.module.css';
import { RowTools } from './RowTools.tsx';
import { useDraggable, useDropTarget, type Dragged } from './use-drag.ts';

type FrameToolsProps = {
  readonly component: LayoutComponent;
  readonly frame: RefObject<HTMLElement | null>;
  /** It takes drops, but is moved and removed elsewhere. */
  readonly fixed: boolean;
  readonly pulled: PulledSize | null;
  readonly onPull: (size: PulledSize | null) => void;
  readonly onDrag: (isDragging: boolean) => void;
};

/** What lies over a component in edit mode: it is dragged, pulled, moved by key, removed and dropped on. */
export function FrameTools({ component, frame, fixed, pulled, onPull, onDrag }: FrameToolsProps) {
  const store = useDashboardStore();
  const leastSize = useLeastSize();
  const grip = useRef<HTMLButtonElement>(null);
  /** What the last key did: the new size, or why there is none. Gone when the keyboard goes elsewhere. */
  const [told, setTold] = useState('');
  const { id, type } = component;
  const dragged = useMemo<Dragged>(() => ({ kind: 'component', id, type }), [id, type]);
  const isDragging = useDraggable(frame, grip, dragged, !fixed);
  useDropTarget(frame, id);
  useEffect(() => {
    onDrag(isDragging);
    return () => onDrag(false);
  }, [isDragging, onDrag]);
  const isSelected = useDashboard((state) => state.selected.has(id));
  if (fixed) return null;
  return (
    <>
      {isSelected && <div className={selectionStyles['selected']} aria-hidden />}
      <div className={classes['tools']} data-pulled={pulled === null ? undefined : true}>
        <IconButton
          ref={grip}
          size="small"
          className={classes['grip']}
          label={t('Move %(name)s: arrow keys, with shift to resize', { name: componentName(component) })}
          icon={<IconGripVertical size={14} stroke={1.5} />}
          onKeyDown={(event) => onGripKey({ store, leastSize }, event, component, setTold)}
          onBlur={() => setTold('')}
        />
        {(type === 'ROW' || type === 'COLUMN') && <RowTools component={component} />}
        {type === 'HEADER' && <HeaderTools component={component} />}
        <IconButton
          size="small"
          label={t('Duplicate %(name)s', { name: componentName(component) })}
          icon={<IconCopyPlus size={14} stroke={1.5} />}
          onClick={() => duplicate(store, leastSize, id)}
        />
        <IconButton
          size="small"
          danger
          label={t('Remove %(name)s', { name: componentName(component) })}
          icon={<IconTrash size={14} stroke={1.5} />}
          onClick={() => remove(store, component)}
        />
      </div>
      <ResizeHandles component={component} frame={frame} onPull={onPull} />
      {(pulled !== null || told !== '') && (
        <AlignmentGuides frame={frame} size={pulled === null ? told : sizeText(pulled)} />
      )}
      {/* There before it says anything, so that it is heard. */}
      <output className={classes['told']}>{pulled === null ? told : sizeText(pulled)}</output>
    </>
  );
}

function sizeText({ width, height }: { readonly width?: number; readonly height?: number }): string {
  if (height === undefined) return tn('1 column', '%(count)s columns', width ?? 0);
  return tn('1 column × %(height)s px', '%(count)s columns × %(height)s px', width ?? 0, {
    height: height * GRID_BASE_UNIT_PX,
  });
}

/** A copy beside the component, or below it; the keyboard goes to the copy. */
function duplicate(store: DashboardStore, leastSize: LeastSize, id: string): void {
  const layout = presentLayout(store);
  const pasted = pasteComponents(layout, copyComponents(layout, new Set([id])), id, newComponentId, leastSize);
  if (pasted === null) return;
  applyLayout(store, pasted.layout);
  refocus(pasted.ids[0] ?? id);
}

/** The component goes, and says so; the keyboard goes on at the one nearest to it. */
function remove(store: DashboardStore, component: LayoutComponent): void {
  const next = nearestTo(presentLayout(store), component.id);
  applyLayout(store, deleteComponent(presentLayout(store), component.id));
  toast.info(t('%(name)s was removed. Undo brings it back.', { name: upperFirst(componentName(component)) }));
  refocus(next);
}

function onGripKey(
  { store, leastSize }: { readonly store: DashboardStore; readonly leastSize: LeastSize },
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
    const givesWay = event.ctrlKey || event.metaKey;
    applyLayout(store, resizeByKey(before, id, event.key, leastSize, givesWay));
    const after = presentLayout(store);
    tell(after === before ? resizeLimit(before, id, event.key, leastSize, givesWay) : sizeText(after[id]?.meta ?? {}));
  } else {
    const taken = applyMove(store, id, moveByKey(before, id, event.key, newComponentId, leastSize));
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
