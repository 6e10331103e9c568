import { draggable, dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter';
import { combine } from '@atlaskit/pragmatic-drag-and-drop/combine';
import { useEffect, useRef, useState, type RefObject } from 'react';

/** What travels under the pointer: a field of the dataset, or a pill that changes its place. */
export type DragData =
  | { readonly kind: 'column'; readonly name: string }
  | { readonly kind: 'metric'; readonly name: string }
  | { readonly kind: 'pill'; readonly control: string; readonly index: number };

const DRAG = 'tessera-drag';

/** Makes an element draggable; answers whether it is being dragged. */
export function useDragSource(element: RefObject<HTMLElement | null>, data: DragData): boolean {
  const [dragging, setDragging] = useState(false);
  const latest = useRef(data);
  useEffect(() => {
    latest.current = data;
  });
  useEffect(() => {
    if (!element.current) return;
    return draggable({
      element: element.current,
      getInitialData: () => ({ [DRAG]: latest.current }),
      onDragStart: () => setDragging(true),
      onDrop: () => setDragging(false),
    });
  }, [element]);
  return dragging;
}

type Target = {
  readonly accepts: (data: DragData) => boolean;
  readonly onDrop: (data: DragData) => void;
};

/** Makes an element a place to drop on; `over` while something fitting hovers, `near` while it is dragged at all. */
export function useDropTarget(element: RefObject<HTMLElement | null>, target: Target): 'over' | null {
  const [over, setOver] = useState(false);
  const latest = useRef(target);
  useEffect(() => {
    latest.current = target;
  });
  useEffect(() => {
    if (!element.current) return;
    return combine(
      dropTargetForElements({
        element: element.current,
        canDrop: ({ source }) => {
          const data = readDrag(source.data);
          return data !== null && latest.current.accepts(data);
        },
        onDragEnter: () => setOver(true),
        onDragLeave: () => setOver(false),
        onDrop: ({ source, location }) => {
          setOver(false);
          const data = readDrag(source.data);
          // Of places inside each other only the innermost takes it.
          if (data && location.current.dropTargets[0]?.element === element.current) latest.current.onDrop(data);
        },
      }),
    );
  }, [element]);
  return over ? 'over' : null;
}

function readDrag(data: Readonly<Record<string | symbol, unknown>>): DragData | null {
  const drag = data[DRAG];
  return typeof drag === 'object' && drag !== null ? (drag as DragData) : null;
}
