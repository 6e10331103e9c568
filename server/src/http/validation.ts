import type { FastifySchemaCompiler } from 'fastify';
import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import { Value } from 'typebox/value';
import { AppError } from '@tessera/core/errors/app-error';
import { groupBy } from '@tessera/core/group-by';
import { message, sayInEnglish, type Words, messageN } from '@tessera/core/messages';
import { complaintsAbout, type Complaint } from './complaints.ts';
import { complaintOf } from './web-address.ts';

/** What an address of mail has at least: the address itself says whether it is one. */
export const EMAIL_PATTERN = String.raw`^[^@\s]+@[^@\s]+$`;

/**
 * Check params, query and body by their schemas. Texts of the address become the numbers and flags that the schema
 * names; bodies are taken as they are. Each schema is compiled when its route is first used, which keeps the start
 * short.
 */
export const validatorCompiler: FastifySchemaCompiler<TSchema> = ({ schema, httpPart }) => {
  let compiled: Validator | null = null;
  const isText = httpPart !== 'body';
  return (given: unknown) => {
    compiled ??= Compile(schema);
    // Databases that refuse this character would answer with a failure instead of "no such object".
    if (isText && holdsNul(given))
      return {
        error:
          httpPart === 'params'
            ? new AppError('not_found', {})
            : new AppError('invalid_request', {
                reason: message('Invalid input: texts may not hold the character U+0000.'),
              }),
      };
    const value: unknown = isText ? converted(schema, Value.Default(schema, given)) : given;
    if (compiled.Check(value)) return { value };
    // An id that is no number names nothing.
    if (httpPart === 'params') return { error: new AppError('not_found', {}) };
    return { error: bodyError(complaintsAbout(schema, value), value) };
  };
};

/**
 * Texts as the numbers and flags of the schema. Only digits are a whole number: `1.5`, `true` and `1e3` name no object.
 */
function converted(schema: TSchema, given: unknown): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const properties = 'properties' in schema ? (schema.properties as Readonly<Record<string, TSchema>>) : {};
  const wrong = Object.entries(given).filter(
    ([name, text]) => typeof text === 'string' && isInteger(properties[name]) && !/^-?\d+$/.test(text),
  );
  // Converting changes the object itself, so that what has to stay is distinguished first.
  const value: unknown = Value.Convert(schema, given);
  return typeof value === 'object' && value !== null ? { ...value, ...Object.fromEntries(wrong) } : value;
}

function isInteger(schema: TSchema | undefined): boolean {
  return schema !== undefined && 'type' in schema && schema.type === 'integer';
}

/** Texts of the address, decoded. */
function holdsNul(given: unknown): boolean {
  return (
    typeof given === 'object' &&
    given !== null &&
    Object.values(given)
      .flat()
      .some((text) => typeof text === 'string' && text.includes('\0'))
  );
}

function bodyError(errors: readonly Complaint[], value: unknown): AppError {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return new AppError('invalid_request', { reason: message('Request is not JSON') });
  // Each complaint once, by what it says.
  const fields = new Map<string, Map<string, Words>>();
  for (const [field, words] of simplified(errors).flatMap((error) => complaintsOf(error, value)))
    fields.set(field, (fields.get(field) ?? new Map<string, Words>()).set(sayInEnglish(words), words));
  return new AppError('invalid_fields', {
    fields: Object.fromEntries([...fields].map(([field, texts]) => [field, [...texts.values()]])),
  });
}

/** A union complains about each of its members; a user wants to hear of the one that was meant. */
function simplified(errors: readonly Complaint[]): readonly Complaint[] {
  const told = errors.filter(
    ({ keyword, params }) =>
      keyword !== 'boolean' && !(keyword === 'type' && 'type' in params && params.type === 'null'),
  );
  const choices = groupBy(
    told.filter(({ keyword }) => keyword === 'const'),
    ({ instancePath }) => instancePath,
  );
  const merged = told.map((error) =>
    error.keyword === 'const'
      ? {
          ...error,
          params: {
            allowedValues: (choices.get(error.instancePath) ?? []).map(({ params }) =>
              'allowedValue' in params ? params.allowedValue : '',
            ),
          },
        }
      : error,
  );
  const isExplained = (union: Complaint): boolean =>
    merged.some((other) => other.keyword !== 'anyOf' && other.instancePath.startsWith(union.instancePath));
  return merged.filter((error) => error.keyword !== 'anyOf' || !isExplained(error));
}

/** One complaint by its top-level field, as clients map them to inputs; deeper places are named inside the text. */
function complaintsOf(
  { keyword, instancePath, params, message: told }: Complaint,
  value: object,
): readonly (readonly [string, Words])[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'));
  const [field, ...inside] = path;
  const at = (words: Words): Words => (inside.length === 0 ? words : inPlace(inside.join('.'), words));
  const named = (names: unknown, words: Words): readonly (readonly [string, Words])[] =>
    (Array.isArray(names) ? names : [names]).map((name: unknown) =>
      field === undefined ? [String(name), words] : [field, inPlace([...inside, String(name)].join('.'), words)],
    );

  if (keyword === 'required' && 'requiredProperties' in params)
    return named(params.requiredProperties, message('Missing data for required field.'));
  if (keyword === 'additionalProperties' && 'additionalProperties' in params)
    return named(params.additionalProperties, message('Unknown field.'));
  if (field === undefined) return [];
  if (valueAt(value, path) === null && (keyword === 'type' || keyword === 'anyOf'))
    return [[field, at(message('Field may not be null.'))]];
  return [[field, at(textOf(keyword, params, told))]];
}

function inPlace(place: string, complaint: Words): Words {
  return message('%(place)s: %(complaint)s', { place, complaint });
}

const typeTexts: Readonly<Record<string, Words>> = {
  string: message('Not a valid string.'),
  integer: message('Not a valid integer.'),
  number: message('Not a valid number.'),
  boolean: message('Not a valid boolean.'),
  array: message('Not a valid list.'),
  object: message('Not a valid mapping type.'),
};

function textOf(keyword: string, params: object, told: string): Words {
  const limit = 'limit' in params ? String(params.limit) : '';
  switch (keyword) {
    case 'type':
      return typeTexts['type' in params ? String(params.type) : ''] ?? 'Invalid input';
    case 'minLength':
      return limit === '1'
        ? message('Field may not be empty.')
        : message('Shorter than minimum length %(limit)s.', { limit });
    case 'maxLength':
      return message('Longer than maximum length %(limit)s.', { limit });
    case 'minItems':
      return message('Shorter than minimum length %(limit)s.', { limit });
    case 'maxItems':
      return message('Longer than maximum length %(limit)s.', { limit });
    case 'maxProperties':
      return messageN('More than the maximum of one key.', 'More than the maximum of %(count)s keys.', Number(limit));
    case 'minimum':
      return message('Must be greater than or equal to %(limit)s.', { limit });
    case 'maximum':
      return message('Must be less than or equal to %(limit)s.', { limit });
    case 'const':
    case 'enum':
      return 'allowedValues' in params && Array.isArray(params.allowedValues)
        ? message('Must be one of: %(allowedValues)s.', { allowedValues: params.allowedValues.join(', ') })
        : message('Not a valid choice.');
    case 'anyOf':
      return message('Not a valid choice.');
    case 'format':
      return complaintOf('format' in params ? String(params.format) : '');
    case 'pattern':
      return 'pattern' in params && String(params.pattern) === EMAIL_PATTERN
        ? message('Not a valid email address.')
        : message('String does not match expected pattern.');
    default:
      return message('Invalid input: %(told)s.', { told });
  }
}

function valueAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) =>
      typeof inner === 'object' && inner !== null ? (inner as Readonly<Record<string, unknown>>)[key] : undefined,
    value,
  );
}
