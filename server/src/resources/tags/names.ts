import { AppError } from '@tessera/core/errors/app-error';
import { message, type Words } from '@tessera/core/messages';
import type { TaggedType } from '../../metadata/tables.ts';

const MAX_NAME = 250;

/**
 * A name of a tag as it is stored. Addresses list names between commas, and what stands before a colon names kinds
 * of tags that a system gives.
 *
 * @throws AppError invalid_fields
 */
export function tagName(text: string): string {
  const name = text.normalize('NFC').replace(/\s+/g, ' ').trim();
  if (name === '') throw complaint('name', message('Give the tag a name.'));
  if (name.length > MAX_NAME)
    throw complaint('name', message('Longer than maximum length %(max)s.', { max: MAX_NAME }));
  if (/[,:]/.test(name)) throw complaint('name', message('The name of a tag has no comma and no colon.'));
  if (/\p{Cc}/u.test(name)) throw complaint('name', message('Not a valid string.'));
  return name;
}

/** Names that differ only in their case are one tag. */
export function keyOf(name: string): string {
  return name.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase();
}

const typeNumbers: ReadonlyMap<string, TaggedType> = new Map([
  ['1', 'query'],
  ['2', 'chart'],
  ['3', 'dashboard'],
  ['chart', 'chart'],
  ['dashboard', 'dashboard'],
  ['query', 'query'],
]);

/** A type of objects by its name or number. @throws AppError invalid_fields */
export function taggedType(text: string | number): TaggedType {
  const type = typeNumbers.get(String(text));
  if (type === undefined)
    throw complaint('object_type', message('Must be one of: %(names)s.', { names: 'chart, dashboard, query' }));
  return type;
}

export function complaint(field: string, sentence: Words): AppError {
  return new AppError('invalid_fields', { fields: { [field]: [sentence] } });
}
