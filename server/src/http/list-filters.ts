import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { RisonValue } from '@tessera/core/rison';
import { message, type Words } from '@tessera/core/messages';
import type { Principal } from '../principal.ts';
import type { ListFilter } from './list-query.ts';
import type { FilterKind, ListColumn, ListSpec } from './list-spec.ts';

/** Operators by kind of column, with their names as `_info` lists them. */
const operators: Readonly<Record<FilterKind, Readonly<Record<string, string>>>> = {
  text: {
    sw: 'Starts with',
    ew: 'Ends with',
    ct: 'Contains',
    eq: 'Equal to',
    nsw: 'Not Starts with',
    new: 'Not Ends with',
    nct: 'Not Contains',
    neq: 'Not Equal to',
    in: 'In',
    not_in: 'Not In',
  },
  integer: { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to', in: 'In', not_in: 'Not In' },
  flag: { eq: 'Equal to', neq: 'Not Equal to' },
  time: { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' },
  epoch_ms: { eq: 'Equal to', gt: 'Greater than', lt: 'Smaller than', neq: 'Not Equal to' },
  relation_one: {
    rel_o_m: 'Relation',
    nrel_o_m: 'No Relation',
    eq: 'Equal to',
    neq: 'Not Equal to',
    in: 'In',
    not_in: 'Not In',
  },
  relation_many: { rel_m_m: 'Relation as Many', nrel_m_m: 'No Relation as Many' },
};

/** Names of the searches; one that is not here shows its own name. */
const titleOf = (name: string): string => name.replaceAll('_', ' ').replace(/^./, (first) => first.toUpperCase());

/** The operators of every column, for `_info`. */
export function filterInfo(
  spec: ListSpec,
): Readonly<Record<string, readonly { readonly name: string; readonly operator: string }[]>> {
  const names = new Set([...Object.keys(spec.columns), ...Object.keys(spec.searches ?? {})]);
  const info = [...names].map((name) => {
    const kind = spec.columns[name]?.filter;
    const plain = kind ? Object.entries(operators[kind]).map(([operator, title]) => ({ name: title, operator })) : [];
    const searches = Object.keys(spec.searches?.[name] ?? {}).map((operator) => ({
      name: titleOf(operator),
      operator,
    }));
    return [name, [...plain, ...searches]] as const;
  });
  return Object.fromEntries(info.filter(([, list]) => list.length > 0));
}

/** One filter as a predicate over the base table, values bound. @throws AppError invalid_request, invalid_fields */
export function filterPredicate(spec: ListSpec, filter: ListFilter, principal: Principal): RawBuilder<SqlBool> {
  const search = own(own(spec.searches, filter.col), filter.opr);
  if (search) return search(filter.value, principal);
  const column = own(spec.columns, filter.col);
  const kind = column?.filter;
  if (!column || !kind || column.readable?.(principal) === false)
    throw new AppError('invalid_request', {
      reason: message('Filter column: %(col)s not allowed to filter', { col: filter.col }),
    });
  if (own(operators[kind], filter.opr) === undefined)
    throw new AppError('invalid_request', {
      reason: message('Filter operator: %(opr)s not allowed on column %(col)s', { opr: filter.opr, col: filter.col }),
    });
  if (kind === 'relation_many') return manyPredicate(column, filter);
  return columnPredicate(column.sql ?? sql`NULL`, kind, filter);
}

function manyPredicate(column: ListColumn, filter: ListFilter): RawBuilder<SqlBool> {
  const ids = (Array.isArray(filter.value) ? filter.value : [filter.value]).map((value: RisonValue) =>
    integerOf(value, filter.col),
  );
  const { relatedTo } = column;
  if (!relatedTo || ids.length === 0) return sql<SqlBool>`1 = 0`;
  const any = sql<SqlBool>`(${sql.join(
    ids.map((id) => relatedTo(id)),
    sql` OR `,
  )})`;
  return filter.opr === 'rel_m_m' ? any : sql<SqlBool>`NOT ${any}`;
}

type PlainKind = Exclude<FilterKind, 'relation_many'>;

function columnPredicate(
  column: RawBuilder<unknown>,
  kind: PlainKind,
  { col, opr, value }: ListFilter,
): RawBuilder<SqlBool> {
  const read = (entry: RisonValue): string | number => readers[kind](entry, col);
  switch (opr) {
    case 'eq':
    case 'rel_o_m':
      return value === null ? sql<SqlBool>`${column} IS NULL` : sql<SqlBool>`${column} = ${read(value)}`;
    case 'neq':
    case 'nrel_o_m':
      return value === null ? sql<SqlBool>`${column} IS NOT NULL` : sql<SqlBool>`${column} <> ${read(value)}`;
    case 'gt':
      return sql<SqlBool>`${column} > ${read(value)}`;
    case 'lt':
      return sql<SqlBool>`${column} < ${read(value)}`;
    case 'in':
    case 'not_in':
      return listPredicate(column, opr, (Array.isArray(value) ? value : [value]).map(read));
    default:
      return textPredicate(column, opr, String(read(value)));
  }
}

function listPredicate(
  column: RawBuilder<unknown>,
  opr: 'in' | 'not_in',
  values: readonly (string | number)[],
): RawBuilder<SqlBool> {
  if (values.length === 0) return opr === 'in' ? sql<SqlBool>`1 = 0` : sql<SqlBool>`1 = 1`;
  return opr === 'in'
    ? sql<SqlBool>`${column} IN (${sql.join(values)})`
    : sql<SqlBool>`${column} NOT IN (${sql.join(values)})`;
}

/** A longer text is none that somebody searches for. */
const MAX_SEARCHED = 1000;
const negative = new Set(['nsw', 'new', 'nct']);

function textPredicate(column: RawBuilder<unknown>, opr: string, text: string): RawBuilder<SqlBool> {
  const like = opr.endsWith('sw') ? startsWith(column, text) : opr.endsWith('ew') ? endsWith(column, text) : null;
  const found = like ?? contains(column, text);
  return negative.has(opr) ? sql<SqlBool>`NOT ${found}` : found;
}

/**
 * Case-insensitive search for a text anywhere in a column; `%` and `_` mean themselves. For searches of resources.
 * SQLite, in whose thread requests are answered, compares a pattern of LIKE letter by letter at each place of a text:
 * in a megabyte of one letter that takes seconds, where to replace the text takes milliseconds.
 * @throws AppError invalid_fields
 */
export function contains(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  if (text === '') return sql<SqlBool>`(1 = 1)`;
  const whole = lowered(column);
  return sql<SqlBool>`(replace(${whole}, lower(${searched(text)}), '') <> ${whole})`;
}

function startsWith(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const pattern = `${searched(text).replace(/[\\%_]/g, '\\$&')}%`;
  return sql<SqlBool>`(${lowered(column)} LIKE lower(${pattern}) ESCAPE '\\')`;
}

function endsWith(column: RawBuilder<unknown>, text: string): RawBuilder<SqlBool> {
  const [whole, end] = [lowered(column), sql`lower(${searched(text)})`];
  return sql<SqlBool>`(substr(${whole}, length(${whole}) - length(${end}) + 1) = ${end})`;
}

function lowered(column: RawBuilder<unknown>): RawBuilder<string> {
  return sql<string>`lower(coalesce(${column}, ''))`;
}

function searched(text: string): string {
  if (text.length > MAX_SEARCHED)
    throw complaint('value', message('Longer than maximum length %(limit)s.', { limit: MAX_SEARCHED }));
  return text;
}

/** The value of a search as text. @throws AppError invalid_fields */
export function textOf(value: RisonValue, field = 'value'): string {
  if (typeof value === 'string') return value;
  if (typeof value === 'number' || typeof value === 'boolean') return String(value);
  throw complaint(field, message('Not a valid string.'));
}

/** The value of a search as yes or no. @throws AppError invalid_fields */
export function flagOf(value: RisonValue, field = 'value'): boolean {
  if (value === true || value === 1 || value === 'true') return true;
  if (value === false || value === 0 || value === 'false') return false;
  throw complaint(field, message('Not a valid boolean.'));
}

/** The value of a search as an id or a count. @throws AppError invalid_fields */
export function integerOf(value: RisonValue, field = 'value'): number {
  const number = typeof value === 'string' && /^-?\d{1,10}$/.test(value) ? Number(value) : value;
  if (typeof number === 'number' && Number.isInteger(number) && Math.abs(number) <= 2_147_483_647) return number;
  throw complaint(field, message('Not a valid integer.'));
}

function instantOf(value: RisonValue, field: string): string {
  const at = typeof value === 'string' || typeof value === 'number' ? new Date(value) : null;
  if (at === null || Number.isNaN(at.getTime())) throw complaint(field, message('Not a valid datetime.'));
  return at.toISOString();
}

const readers: Readonly<Record<PlainKind, (value: RisonValue, field: string) => string | number>> = {
  text: textOf,
  integer: integerOf,
  flag: (value, field) => (flagOf(value, field) ? 1 : 0),
  time: instantOf,
  epoch_ms: (value, field) => Date.parse(instantOf(value, field)),
  relation_one: integerOf,
};

function own<T>(record: Readonly<Record<string, T>> | undefined, key: string): T | undefined {
  return record && Object.hasOwn(record, key) ? record[key] : undefined;
}

function complaint(field: string, text: Words): AppError<'invalid_fields'> {
  return new AppError('invalid_fields', { fields: { [field]: [text] } });
}
