import { tn } from '@tessera/core/messages';

const shownAtMost = 6;

/** Names in a sentence, and how many more there are. */
export function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, shownAtMost).join(', ');
  return count > shownAtMost
    ? tn('%(names)s and 1 more', '%(names)s and %(count)s more', count - shownAtMost, { names: shown })
    : shown;
}
