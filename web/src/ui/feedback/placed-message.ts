import { t } from '@tessera/core/messages';
import type { TextPosition } from '@tessera/core/text-position';

/** The line of a statement with a sign under the place, which only letters of one width keep there. */
const PICTURE = /\s*\nLINE \d+: [^\n]*\n\s*\^\s*$/;

/** What a database says of a text, with the place that it tells: in words, not as a picture. */
export function placedMessage(said: string, place: TextPosition | null): string {
  if (place === null) return said;
  const { line, column } = place;
  const message = said.replace(PICTURE, '');
  return column === null
    ? t('Line %(line)s: %(message)s', { line, message })
    : t('Line %(line)s, column %(column)s: %(message)s', { line, column, message });
}
