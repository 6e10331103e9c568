import type { EditorTab, TabChange, TabsState } from '../tabs/tabs.ts';

export type Placed =
  /** It is open already. */
  { readonly kind: 'open'; readonly id: string } | { readonly kind: 'new'; readonly given: TabChange };

/** Where an opening goes: to the tab that it has already, or to one with a name that no other has. */
export function placeOpening({ tabs }: Pick<TabsState, 'tabs'>, given: TabChange): Placed {
  const open = tabs.find((tab) => isSame(tab, given));
  if (open) return { kind: 'open', id: open.id };
  const { name } = given;
  if (name === undefined) return { kind: 'new', given };
  return {
    kind: 'new',
    given: {
      ...given,
      name: freeName(
        name,
        tabs.map((tab) => tab.name),
      ),
    },
  };
}

/** The same saved query, or the very same text under the same name. */
function isSame(tab: EditorTab, given: TabChange): boolean {
  if (given.savedQueryId != null) return tab.savedQueryId === given.savedQueryId;
  return given.name !== undefined && tab.name === given.name && tab.sql === given.sql && tab.dbId === given.dbId;
}

function freeName(name: string, names: readonly string[]): string {
  for (let number = 1; ; number += 1) {
    const free = number === 1 ? name : `${name} (${number})`;
    if (!names.includes(free)) return free;
  }
}
