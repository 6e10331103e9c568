import { t } from '@tessera/core/messages';

const shownAtMost = 6;

/** Names in a sentence, and how many more there are. */
export function namesText(names: readonly string[], count: number): string {
  const shown = names.slice(0, shownAtMost).join(', ');
  return count > shownAtMost ? t('%(names)s and %(count)s more', { names: shown, count: count - shownAtMost }) : shown;
}
