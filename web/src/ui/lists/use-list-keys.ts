import { useEffect, useRef, type KeyboardEvent, type RefObject } from 'react';

type ListKeys<T> = {
  readonly rows: readonly T[];
  readonly open: (row: T) => void;
  /** `null` where rows cannot be selected. */
  readonly toggle: ((row: T) => void) | null;
  readonly searchBox: RefObject<HTMLInputElement | null>;
};

/**
 * j and k (or arrows) move between rows, Enter opens, x selects, / goes to the search. Letters typed in a field stay
 * letters.
 */
export function useListKeys<T extends { readonly id: number }>({ rows, open, toggle, searchBox }: ListKeys<T>) {
  const listRef = useRef<HTMLDivElement>(null);

  const focusRow = (index: number) => {
    const row = rows[Math.min(rows.length - 1, Math.max(0, index))];
    if (row) listRef.current?.querySelector<HTMLElement>(`[data-row="${row.id}"]`)?.focus();
  };
  const focusedIndex = () => {
    const id = document.activeElement?.closest<HTMLElement>('[data-row]')?.dataset['row'];
    return id === undefined ? -1 : rows.findIndex((row) => String(row.id) === id);
  };

  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (
        event.ctrlKey ||
        event.metaKey ||
        event.altKey ||
        event.defaultPrevented ||
        isTyping(event.target) ||
        isInDialog(event.target)
      )
        return;
      if (event.key === '/') {
        event.preventDefault();
        searchBox.current?.focus();
      } else if (event.key === 'j' || event.key === 'k') {
        event.preventDefault();
        focusRow(focusedIndex() + (event.key === 'j' ? 1 : -1));
      }
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  });

  const onKeyDown = (event: KeyboardEvent) => {
    // Only a focused row itself: Enter on a link or button inside it is theirs.
    if (!(event.target instanceof HTMLElement) || event.target.dataset['row'] === undefined) return;
    const index = focusedIndex();
    const row = rows[index];
    if (!row) return;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') focusRow(index + (event.key === 'ArrowDown' ? 1 : -1));
    else if (event.key === 'Enter') open(row);
    else if (event.key === 'x' && toggle) toggle(row);
    else return;
    event.preventDefault();
  };

  return { listRef, onKeyDown };
}

/** Whether letters belong to what has the focus. */
export function isTyping(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

/** Whether a dialog is open around the focus: the page below takes no keys then. */
function isInDialog(target: EventTarget | null): boolean {
  return target instanceof Element && target.closest('[role="dialog"]') !== null;
}
