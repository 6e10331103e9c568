import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import { readParams } from './resolved.ts';

/** @throws AppError invalid_fields for parameters that are no JSON object */
export function assertParams(text: string | null | undefined): void {
  if (text && readParams(text) === null)
    throw new AppError('invalid_fields', { fields: { template_params: [message('Not a JSON object.')] } });
}

/** @throws AppError invalid_fields for a name that is no time zone */
export function assertZone(zone: string | null | undefined): void {
  if (!zone) return;
  try {
    new Intl.DateTimeFormat('en', { timeZone: zone }).format(0);
  } catch (error) {
    throw new AppError(
      'invalid_fields',
      { fields: { time_zone: [message('"%(zone)s" is not a time zone.', { zone })] } },
      { cause: error },
    );
  }
}
