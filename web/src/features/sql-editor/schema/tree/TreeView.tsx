import {
  useId,
  useLayoutEffect,
  useRef,
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import type { MenuPoint } from '../../../../ui/overlays/ContextMenu.tsx';
import type { Rows } from './rows.ts';
import classes from './Tree.module.css';
import { treeStep } from './tree-keys.ts';
import { expansionOf, holderOfNote, type TreeRow } from './tree-row.ts';
import { useTreeWindow } from './use-tree-window.ts';

/** What a user does with a row, whichever row it is. */
export type RowCommands = {
  readonly onToggle: (row: TreeRow) => void;
  /** Enter, and a click on what neither opens nor closes. */
  readonly onTake: (row: TreeRow) => void;
  /** Enter with Shift. */
  readonly onLook: (row: TreeRow) => void;
  readonly onCopy: (row: TreeRow) => void;
  readonly onMenu: (row: TreeRow, at: MenuPoint) => void;
};

type TreeViewProps = RowCommands & {
  readonly label: string;
  readonly rows: Rows<TreeRow>;
  readonly rowHeight: number;
  /** Key of the row that the keyboard is on. */
  readonly active: string | null;
  readonly onActive: (key: string) => void;
  readonly labelOf: (row: TreeRow) => string;
  /** A letter: it belongs to the search. */
  readonly onLetter: (letter: string) => void;
  readonly tree: RefObject<HTMLDivElement | null>;
  readonly children: (row: TreeRow) => ReactNode;
};

/** Rows of a tree, those on screen: one stop of the Tab key, the arrows walk it. */
export function TreeView(props: TreeViewProps) {
  const { label, rows, rowHeight, active, onActive, labelOf, tree, children } = props;
  const id = useId();
  const at = active === null ? -1 : placeOf(rows, active);
  const shown = useTreeWindow(tree, rows.count, rowHeight);
  useAnchor(rows, active, at, shown);
  const move = (index: number) => {
    onActive(rows.at(index).key);
    shown.show(index);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLElement>) => {
    // What stands in a row has keys of its own.
    if (event.target !== event.currentTarget) return;
    if (pressed(event, props, at, shown.pageRows, move)) event.preventDefault();
  };
  const visible = Array.from({ length: shown.end - shown.first }, (_, index) => shown.first + index);
  return (
    <div
      ref={tree}
      role="tree"
      aria-label={label}
      tabIndex={0}
      aria-activedescendant={at >= shown.first && at < shown.end ? `${id}-${at}` : undefined}
      className={classes['tree']}
      onKeyDown={onKeyDown}
      onClick={(event) => clicked(event, props)}
      onContextMenu={(event) => {
        const row = rowUnder(event, rows);
        if (row === null) return;
        event.preventDefault();
        onActive(row.key);
        props.onMenu(row, { x: event.clientX, y: event.clientY });
      }}
      onFocus={(event) => {
        if (event.target === event.currentTarget && at < 0 && rows.count > 0) onActive(rows.at(0).key);
      }}
    >
      <div role="none" className={classes['canvas']} style={{ height: shown.height }}>
        <div role="none" style={{ transform: `translateY(${shown.top}px)` }}>
          {visible.map((index) => {
            const row = rows.at(index);
            return (
              <TreeItem
                key={row.key}
                id={`${id}-${index}`}
                index={index}
                row={row}
                rowHeight={rowHeight}
                isActive={index === at}
                label={labelOf(row)}
              >
                {children(row)}
              </TreeItem>
            );
          })}
        </div>
      </div>
    </div>
  );
}

/** Where the keyboard is; on what was awaited and has come, it is at the row that holds that. */
function placeOf(rows: Rows<TreeRow>, key: string): number {
  const at = rows.indexOf(key);
  const holder = at < 0 ? holderOfNote(key) : null;
  return holder === null ? at : rows.indexOf(holder);
}

/** What is looked at stays where it is when rows come or go above it, also those that the press on it brings. */
function useAnchor(
  rows: Rows<TreeRow>,
  active: string | null,
  at: number,
  { first, end, shift }: ReturnType<typeof useTreeWindow>,
): void {
  const before = useRef({ rows, first, end });
  useLayoutEffect(() => {
    const { rows: old, first: from, end: to } = before.current;
    before.current = { rows, first, end };
    if (active === null || at < 0 || old === rows) return;
    const place = placeOf(old, active);
    if (place >= from && place < to && place !== at) shift(at - place);
  });
}

/** @returns whether the key was one of the tree's */
function pressed(
  event: KeyboardEvent<HTMLElement>,
  { rows, onToggle, onTake, onLook, onCopy, onMenu, onLetter }: TreeViewProps,
  at: number,
  pageRows: number,
  move: (index: number) => void,
): boolean {
  const { key, shiftKey } = event;
  const row = at < 0 ? null : rows.at(at);
  const withControl = event.ctrlKey || event.metaKey;
  if (row && key.toLowerCase() === 'c' && withControl) return act(() => onCopy(row));
  if (withControl || event.altKey) return false;
  if (row && (key === 'ContextMenu' || (key === 'F10' && shiftKey))) return act(() => onMenu(row, pointOf(event)));
  if (row && key === 'Enter') return act(() => (shiftKey ? onLook(row) : onTake(row)));
  if (row && key === ' ') return act(() => (expansionOf(row) === null ? onTake(row) : onToggle(row)));
  const step = treeStep({ key, rows, at, pageRows });
  if (step?.kind === 'move') return act(() => move(step.to));
  if (step?.kind === 'toggle') return act(() => onToggle(step.row));
  if (key.length === 1) return act(() => onLetter(key));
  return false;
}

function act(run: () => void): true {
  run();
  return true;
}

/** Below the row that the keyboard is on. */
function pointOf({ currentTarget }: KeyboardEvent<HTMLElement>): MenuPoint {
  const id = currentTarget.getAttribute('aria-activedescendant');
  const { left, bottom } = ((id && document.getElementById(id)) || currentTarget).getBoundingClientRect();
  return { x: left + 24, y: bottom };
}

/** A click on a row, beside the buttons in it: it opens, closes, or is taken. */
function clicked(event: MouseEvent<HTMLElement>, { rows, onActive, onToggle, onTake }: TreeViewProps): void {
  const row = rowUnder(event, rows);
  if (row === null) return;
  // Who comes by the keyboard begins at the first row; a click says which.
  event.currentTarget.focus({ preventScroll: true });
  onActive(row.key);
  if (expansionOf(row) === null) onTake(row);
  else onToggle(row);
}

function rowUnder({ target }: MouseEvent<HTMLElement>, rows: Rows<TreeRow>): TreeRow | null {
  if (!(target instanceof Element) || target.closest('button, a') !== null) return null;
  const index = target.closest<HTMLElement>('[data-index]')?.dataset['index'];
  return index === undefined ? null : rows.at(Number(index));
}

type TreeItemProps = {
  readonly id: string;
  readonly index: number;
  readonly row: TreeRow;
  readonly rowHeight: number;
  readonly isActive: boolean;
  readonly label: string;
  readonly children: ReactNode;
};

function TreeItem({ id, index, row, isActive, label, rowHeight, children }: TreeItemProps) {
  return (
    <div
      id={id}
      role="treeitem"
      tabIndex={-1}
      aria-level={row.level}
      aria-posinset={row.position}
      aria-setsize={row.size}
      aria-selected={isActive}
      aria-expanded={expansionOf(row) ?? undefined}
      data-index={index}
      data-kind={row.kind}
      className={classes['row']}
      style={{ height: rowHeight, paddingInlineStart: 6 + (row.level - 1) * 14 }}
    >
      <span className="ts-visually-hidden">{label}</span>
      {/* The name says all of it, and the menu of the row does what its buttons do. */}
      <span aria-hidden className={classes['content']}>
        {children}
      </span>
    </div>
  );
}
