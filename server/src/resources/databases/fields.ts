import { AppError } from '@tessera/core/errors/app-error';
import { message, type Words } from '@tessera/core/messages';
import type { ConnectionField, Driver, FieldValue } from '../../engines/drivers/driver.ts';
import type { Secrets } from './secrets.ts';

export type Values = Readonly<Record<string, unknown>>;
export type Parameters = Readonly<Record<string, FieldValue>>;
export type Fields = { readonly parameters: Parameters; readonly secrets: Secrets };

/** Stands for a secret that is retained: clients get it and send it back. */
export const MASK = 'XXXXXXXXXX';
const MAX_TEXT = 20_000;

/**
 * Read the fields of a connection by the list of its driver: what is not on the list is refused by name.
 *
 * @param saved what is saved now; its secrets stay where the new values leave them out, unless the connection would
 *   then lead somewhere else with them
 * @throws AppError connection_refused_field, connection_missing_parameters, connection_invalid_port, invalid_fields
 */
export function readFields(driver: Driver, given: Values, saved: Fields | null): Fields {
  const byName = new Map(driver.fields.map((field) => [field.name, field]));
  const unknown = Object.keys(given).filter((name) => !byName.has(name));
  if (unknown.length > 0)
    throw new AppError('connection_refused_field', {
      reason: message('A %(name)s connection has no field %(value)s. Its fields are %(value2)s.', {
        name: driver.name,
        value: unknown.map((name) => `"${name}"`).join(', '),
        value2: [...byName.keys()].join(', '),
      }),
    });

  const parameters: Record<string, FieldValue> = {};
  const secrets: Record<string, string> = {};
  for (const field of driver.fields) {
    const value = given[field.name];
    const before = saved?.parameters[field.name];
    if (field.secret) {
      const kept = value === undefined || value === MASK ? saved?.secrets[field.name] : readField(field, value);
      if (typeof kept === 'string') secrets[field.name] = kept;
    } else {
      const read = value === undefined ? (before ?? (saved ? undefined : field.default)) : readField(field, value);
      if (read !== undefined && read !== null) parameters[field.name] = read;
    }
  }
  const missing = driver.fields.filter(
    (field) => field.required && parameters[field.name] === undefined && secrets[field.name] === undefined,
  );
  if (missing.length > 0)
    throw new AppError('connection_missing_parameters', { fields: missing.map((field) => field.name) });
  assertReentered(driver, given, saved, parameters);
  return { parameters, secrets };
}

/** A saved password is never sent to a place that its owner did not name together with it. */
function assertReentered(driver: Driver, given: Values, saved: Fields | null, parameters: Parameters): void {
  if (!saved) return;
  const moved = driver.fields.filter(
    (field) => field.target && (parameters[field.name] ?? '') !== (saved.parameters[field.name] ?? ''),
  );
  if (moved.length === 0) return;
  const kept = driver.fields.filter(
    (field) =>
      field.secret &&
      saved.secrets[field.name] !== undefined &&
      (given[field.name] === undefined || given[field.name] === MASK),
  );
  if (kept.length > 0) {
    throw new AppError('invalid_fields', {
      fields: Object.fromEntries(
        kept.map((field) => [
          field.name,
          [`Enter it again, because ${moved.map((each) => each.label.toLowerCase()).join(', ')} changed.`],
        ]),
      ),
    });
  }
}

function readField(field: ConnectionField, value: unknown): FieldValue | undefined {
  if (value === null || value === '') return undefined;
  switch (field.kind) {
    case 'integer':
      return readPort(field, value);
    case 'boolean':
      if (typeof value !== 'boolean') throw complaint(field, message('Not a valid boolean.'));
      return value;
    case 'select':
      if (typeof value !== 'string' || !field.choices.some((choice) => choice.value === value))
        throw complaint(
          field,
          message('Must be one of: %(value)s.', { value: field.choices.map((choice) => choice.value).join(', ') }),
        );
      return value;
    case 'text':
    case 'password': {
      if (typeof value !== 'string') throw complaint(field, message('Not a valid string.'));
      if (value.length > MAX_TEXT || value.includes('\0')) throw complaint(field, message('Not a valid text.'));
      return field.kind === 'password' ? value : value.trim();
    }
  }
}

function readPort(field: ConnectionField, value: unknown): number {
  const number = typeof value === 'string' && /^\d{1,6}$/.test(value.trim()) ? Number(value) : value;
  if (
    field.name === 'port' &&
    (typeof number !== 'number' || !Number.isInteger(number) || number < 1 || number > 65_535)
  )
    throw new AppError('connection_invalid_port', { port: String(value).slice(0, 40) });
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw complaint(field, message('Not a valid integer.'));
  return number;
}

function complaint(field: ConnectionField, text: Words): AppError<'invalid_fields'> {
  return new AppError('invalid_fields', { fields: { [field.name]: [text] } });
}

/** The fields as clients see them: secrets that are set are masked. */
export function maskedFields(driver: Driver, { parameters, secrets }: Fields): Readonly<Record<string, FieldValue>> {
  const masked = driver.fields
    .filter((field) => field.secret && secrets[field.name] !== undefined)
    .map((field) => [field.name, MASK] as const);
  return { ...parameters, ...Object.fromEntries(masked) };
}
