import { Type, type Static, type TSchema } from 'typebox';
import { Value } from 'typebox/value';
import { AppError } from '@tessera/core/errors/app-error';
import { parseRisonOrJson, RISON_LIMITS, type RisonValue } from '@tessera/core/rison';
import { message, type Words, messageN } from '@tessera/core/messages';
import { holdsNul } from './json-bounds.ts';

/** Rows of a page when the client says nothing, and at most. */
const DEFAULT_PAGE_SIZE = 20;
const MAX_PAGE_SIZE = 500;
/** Nobody turns so many pages. */
const MAX_PAGE = 1_000_000;
/** Each may look through all texts of a list. */
const MAX_FILTERS = 20;
/** Values of one filter; databases bind only so many. */
const MAX_FILTER_VALUES = 1000;

/** The query string of calls that ask in rison. */
export const Q = Type.Object({
  q: Type.Optional(Type.String({ maxLength: RISON_LIMITS.maxLength, description: 'Rison or JSON.' })),
});

export type ListFilter = { readonly col: string; readonly opr: string; readonly value: RisonValue };

/** A list request, read and checked; what the resource allows is decided later. */
export type ListQuery = {
  /** Columns to answer; null is the default set. Dots reach into related objects. */
  readonly columns: readonly string[] | null;
  readonly filters: readonly ListFilter[];
  readonly orderColumn: string | null;
  readonly orderDirection: 'asc' | 'desc';
  /** Counted from 0. */
  readonly page: number;
  readonly pageSize: number;
  /** Parts of the envelope to answer; null is all of them. */
  readonly keys: ReadonlySet<string> | null;
};

/** A request for choices of a related or a distinct column. */
export type ChoiceQuery = {
  readonly filter: string;
  readonly page: number;
  readonly pageSize: number;
  readonly includeIds: readonly number[];
};

type Fields = { readonly [key: string]: RisonValue };

/** Read `q` of a list: rison or JSON. @throws AppError invalid_rison, invalid_fields */
export function parseListQuery(q: string | undefined): ListQuery {
  const fields = readObject(q);
  return {
    columns: nonEmpty([
      ...texts(fields, 'columns'),
      ...texts(fields, 'select_columns'),
      ...texts(fields, 'override_columns'),
    ]),
    filters: readFilters(fields['filters']),
    orderColumn: optionalText(fields, 'order_column'),
    orderDirection: readDirection(fields['order_direction']),
    ...readPage(fields),
    keys: fields['keys'] === undefined ? null : new Set(texts(fields, 'keys')),
  };
}

/** Read `q` of related and distinct. @throws AppError invalid_rison, invalid_fields */
export function parseChoiceQuery(q: string | undefined): ChoiceQuery {
  const fields = readObject(q);
  return {
    filter: optionalText(fields, 'filter') ?? '',
    ...readPage(fields),
    includeIds: fields['include_ids'] === undefined ? [] : ids(fields['include_ids'], 'include_ids'),
  };
}

/**
 * Read `q` of a call that names objects: `!(1,2)`, `[1,2]` or one number.
 * @throws AppError invalid_rison,
 * invalid_fields
 */
export function parseIds(q: string | undefined): readonly number[] {
  const value = read(q ?? '!()');
  return ids(typeof value === 'number' ? [value] : value, 'q');
}

/**
 * Read `q` of a call that names objects by ids or by names: `!('a',2)`.
 * @throws AppError invalid_rison, invalid_fields
 */
export function parseIdsOrNames(q: string | undefined): readonly (number | string)[] {
  const value = read(q ?? '!()');
  const named: readonly RisonValue[] = Array.isArray(value) ? value : [value];
  if (named.length > MAX_FILTER_VALUES)
    throw complaint('q', messageN('At most one value.', 'At most %(count)s values.', MAX_FILTER_VALUES));
  return [
    ...named.filter((one) => typeof one === 'string'),
    ...ids(
      named.filter((one) => typeof one !== 'string'),
      'q',
    ),
  ];
}

/** Read `q` as an object of a call's own making. @throws AppError invalid_rison */
export function readObject(q: string | undefined): Fields {
  if (q === undefined || q === '') return {};
  const value = read(q);
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new AppError('invalid_rison', { reason: message('an object was expected') });
  return value as Fields;
}

function read(q: string): RisonValue {
  if (holdsNul(q)) throw new AppError('invalid_rison', { reason: message('texts may not hold the character U+0000') });
  const parsed = parseRisonOrJson(q);
  if (!parsed.ok) throw new AppError('invalid_rison', { reason: parsed.reason });
  return parsed.value;
}

function readFilters(value: RisonValue | undefined): readonly ListFilter[] {
  if (value === undefined) return [];
  if (!Array.isArray(value)) throw complaint('filters', message('Not a valid list.'));
  if (value.length > MAX_FILTERS)
    throw complaint('filters', messageN('At most one value.', 'At most %(count)s values.', MAX_FILTERS));
  return value.map((entry: RisonValue) => {
    if (typeof entry !== 'object' || entry === null || Array.isArray(entry))
      throw complaint('filters', message('Each filter is an object with col, opr and value.'));
    const { col, opr, value: operand } = entry as Fields;
    if (typeof col !== 'string' || typeof opr !== 'string')
      throw complaint('filters', message('Each filter is an object with col, opr and value.'));
    if (Array.isArray(operand) && operand.length > MAX_FILTER_VALUES)
      throw complaint('filters', messageN('At most one value.', 'At most %(count)s values.', MAX_FILTER_VALUES));
    return { col, opr, value: operand ?? null };
  });
}

function readDirection(value: RisonValue | undefined): 'asc' | 'desc' {
  if (value === undefined || value === null) return 'asc';
  if (value === 'asc' || value === 'desc') return value;
  throw complaint('order_direction', message('Must be one of: asc, desc.'));
}

function readPage(fields: Fields): { readonly page: number; readonly pageSize: number } {
  const page = integer(fields, 'page') ?? 0;
  const size = integer(fields, 'page_size') ?? DEFAULT_PAGE_SIZE;
  if (page < 0) throw complaint('page', message('Must be 0 or more.'));
  if (page > MAX_PAGE) throw complaint('page', message('Must be at most %(value)s.', { value: MAX_PAGE }));
  if (size !== -1 && (size < 1 || size > MAX_PAGE_SIZE))
    throw complaint(
      'page_size',
      message('Must be between 1 and %(maxPageSize)s, or -1 for the maximum.', { maxPageSize: MAX_PAGE_SIZE }),
    );
  return { page, pageSize: size === -1 ? MAX_PAGE_SIZE : size };
}

function integer(fields: Fields, name: string): number | null {
  const value = fields[name];
  if (value === undefined || value === null) return null;
  const number = typeof value === 'string' && /^-?\d{1,9}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number))
    throw complaint(name, message('Not a valid integer.'));
  return number;
}

function ids(value: RisonValue, name: string): readonly number[] {
  if (!Array.isArray(value)) throw complaint(name, message('Not a valid list.'));
  if (value.length > MAX_FILTER_VALUES)
    throw complaint(name, messageN('At most one value.', 'At most %(count)s values.', MAX_FILTER_VALUES));
  return value.map((entry: RisonValue) => {
    if (typeof entry !== 'number' || !isId(entry)) throw complaint(name, message('Not a valid integer.'));
    return entry;
  });
}

/** Ids of metadata rows fit 32 bits; a larger number cannot name one. */
function isId(value: number): boolean {
  return Number.isInteger(value) && Math.abs(value) <= 2_147_483_647;
}

function texts(fields: Fields, name: string): readonly string[] {
  const value = fields[name];
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value) || !value.every((entry: RisonValue) => typeof entry === 'string'))
    throw complaint(name, message('Not a valid list.'));
  return value;
}

function optionalText(fields: Fields, name: string): string | null {
  const value = fields[name];
  if (value === undefined || value === null || value === '') return null;
  if (typeof value === 'number') return String(value);
  if (typeof value !== 'string') throw complaint(name, message('Not a valid string.'));
  return value;
}

function nonEmpty(list: readonly string[]): readonly string[] | null {
  return list.length === 0 ? null : list;
}

function complaint(field: string, text: Words): AppError<'invalid_fields'> {
  return new AppError('invalid_fields', { fields: { [field]: [text] } });
}

/** `q` as the object that a call asks for. @throws AppError invalid_rison, invalid_fields */
export function questionOf<T extends TSchema>(schema: T, q: string | undefined): Static<T> {
  const value: unknown = readObject(q);
  if (Value.Check(schema, value)) return value;
  const [first] = Value.Errors(schema, value);
  const field = first?.instancePath.slice(1) || 'q';
  throw new AppError('invalid_fields', { fields: { [field]: [message('Not a valid value.')] } });
}
