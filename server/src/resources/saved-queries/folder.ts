import { AppError } from '@tessera/core/errors/app-error';
import { message, messageN } from '@tessera/core/messages';

const MAX_PARTS = 10;
const MAX_PART = 100;

/**
 * A folder as it is stored: parts joined by `/`, without empty ones; null for the top. Folders are words on queries and
 * nothing else: one is there as long as a query names it.
 *
 * @throws AppError invalid_fields
 */
export function folderPath(text: string | null): string | null {
  const parts = (text ?? '')
    .normalize('NFC')
    .split('/')
    .map((part) => part.replace(/\s+/g, ' ').trim())
    .filter((part) => part !== '');
  if (parts.length === 0) return null;
  if (parts.length > MAX_PARTS)
    throw complaint(messageN('At most one folder.', 'At most %(count)s folders inside each other.', MAX_PARTS));
  for (const part of parts) {
    if (part.length > MAX_PART) throw complaint(message('Longer than maximum length %(max)s.', { max: MAX_PART }));
    if (/\p{Cc}/u.test(part) || part === '.' || part === '..') throw complaint(message('Not a valid string.'));
  }
  return parts.join('/');
}

function complaint(sentence: ReturnType<typeof message>): AppError {
  return new AppError('invalid_fields', { fields: { folder: [sentence] } });
}
