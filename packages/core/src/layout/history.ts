import { tNamed } from '../messages.ts';
import type { Layout } from './types.ts';

/** Steps that people can count on ([9.0-26]). */
export const UNDO_LIMIT = 50;
/** Layouts kept: fifty, the initial one and the present one (ruling 2). */
const KEPT = UNDO_LIMIT + 2;

export type LayoutHistory = {
  readonly past: readonly Layout[];
  readonly present: Layout;
  readonly future: readonly Layout[];
  /** The saved layout can no longer be reached by undo. */
  readonly overflowed: boolean;
};

/** A history that begins now: after loading and after a save ([4.5-03]). */
export function startHistory(present: Layout): LayoutHistory {
  return { past: [], present, future: [], overflowed: false };
}

/** One more step; the same layout makes none. */
export function commit(history: LayoutHistory, layout: Layout): LayoutHistory {
  if (layout === history.present) return history;
  const past = [...history.past, history.present];
  const overflow = past.length > KEPT - 1;
  return {
    past: overflow ? past.slice(1) : past,
    present: layout,
    future: [],
    overflowed: history.overflowed || overflow,
  };
}

export function undo(history: LayoutHistory): LayoutHistory {
  const present = history.past.at(-1);
  if (!present) return history;
  return { ...history, past: history.past.slice(0, -1), present, future: [history.present, ...history.future] };
}

export function redo(history: LayoutHistory): LayoutHistory {
  const [present, ...future] = history.future;
  if (!present) return history;
  return { ...history, past: [...history.past, history.present], present, future };
}

/** Is there something to save after an undo? Not when it led back to the saved layout ([4.5-05]). */
export function unsavedAfterUndo(history: LayoutHistory, colorSchemeUpdated: boolean): boolean {
  return history.past.length > 0 || history.overflowed || colorSchemeUpdated;
}

/** What to tell when a step used up the last slot ([8.3-05]); `null` otherwise. */
export function undoWarning(before: LayoutHistory, after: LayoutHistory): string | null {
  if (before.past.length >= UNDO_LIMIT || after.past.length < UNDO_LIMIT) return null;
  return tNamed(
    'You have used all %(historyLength)s undo slots and will not be able to fully undo subsequent actions. You may save your current state to reset the history.',
    { historyLength: UNDO_LIMIT },
  );
}
