import { useState } from 'react';

export type Selected<T extends { readonly id: number }> = ReturnType<typeof useSelected<T>>;

/** The rows that a user selected; `selectable` says which may be. */
export function useSelected<T extends { readonly id: number }>(selectable: (row: T) => boolean = () => true) {
  const [ids, setIds] = useState<ReadonlySet<number>>(new Set());
  return {
    ids,
    clear: () => setIds(new Set()),
    toggle: (row: T) => {
      if (!selectable(row)) return;
      setIds((now) => (now.has(row.id) ? new Set([...now].filter((id) => id !== row.id)) : new Set([...now, row.id])));
    },
    /** All rows of a page, or none. */
    selectAll: (rows: readonly T[], all: boolean) =>
      setIds(all ? new Set(rows.filter(selectable).map((row) => row.id)) : new Set()),
  };
}
