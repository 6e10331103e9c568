import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { asId, isUuid } from '../item-shapes.ts';

/**
 * A slug as it goes into addresses: spaces become hyphens, what is no letter, digit, hyphen or underscore goes.
 * Empty text is no slug. Numbers and uuids already name dashboards in the same place.
 *
 * @throws AppError rejected_fields
 */
export function cleanSlug(text: string | null): string | null {
  if (text === null) return null;
  const slug = text
    .trim()
    .replaceAll(' ', '-')
    .replace(/[^\p{L}\p{N}_-]+/gu, '');
  if (slug === '') return null;
  if (asId(slug) !== null || isUuid(slug))
    throw new AppError('rejected_fields', { fields: { slug: [message('Must not be a number or a uuid')] } });
  if (slug === 'p')
    throw new AppError('rejected_fields', { fields: { slug: [message('Must be longer than one letter')] } });
  return slug;
}
