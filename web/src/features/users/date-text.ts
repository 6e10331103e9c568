import { instantText } from '@tessera/core/messages';

const format = { dateStyle: 'medium', timeStyle: 'short' } as const;

/** An instant in the reader's language and zone. */
export function dateText(iso: string): string {
  const at = new Date(iso);
  return Number.isNaN(at.getTime()) ? iso : instantText(at, format);
}
