import { sql, type RawBuilder, type SqlBool } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { Principal } from '../principal.ts';
import { contains, filterPredicate } from './list-filters.ts';
import type { ChoiceQuery, ListQuery } from './list-query.ts';
import type { Choice, JsonRow, ListContext, ListSpec } from './list-spec.ts';
import { bytesOfLongTexts, isInLongTexts, withLongTexts } from './long-texts.ts';

export type ListAnswer<Row = JsonRow> = {
  /** All rows that match, not only this page. */
  readonly count: number;
  readonly ids: readonly number[];
  readonly result: readonly Row[];
  readonly list_columns?: readonly string[];
  readonly label_columns?: Readonly<Record<string, string>>;
  readonly description_columns?: Readonly<Record<string, string>>;
  readonly order_columns?: readonly string[];
  readonly list_title?: string;
};

/** The page, the count and the envelope of a list request. @throws AppError invalid_request, invalid_fields */
export async function answerList(
  context: ListContext,
  spec: ListSpec,
  query: ListQuery,
  principal: Principal,
): Promise<ListAnswer> {
  const { ids, count } = await pageOf(context, spec, query, principal);
  const names = columnsOf(spec, query);
  const result = ids.length === 0 ? [] : (await spec.rows(ids, principal)).map((row) => pick(row, names));
  return envelope(spec, query, names, { count, ids, result });
}

type Page = { readonly ids: readonly number[]; readonly count: number };

async function pageOf(context: ListContext, spec: ListSpec, query: ListQuery, principal: Principal): Promise<Page> {
  const { db } = context;
  const long = query.filters.filter((filter) => isInLongTexts(spec, filter));
  const short = query.filters.filter((filter) => !long.includes(filter));
  const predicates = (filters: typeof long) => filters.map((filter) => filterPredicate(spec, filter, principal));
  const where = sql.join([...basePredicates(spec, principal), ...predicates(short)], sql` AND `);
  const from = sql`FROM ${sql.table(spec.table)} WHERE ${where}`;
  const order = sql`ORDER BY ${orderOf(spec, query, principal)}, ${idOf(spec)} ${direction(query, spec)}`;
  const offset = query.page * query.pageSize;
  if (long.length > 0) {
    const candidates = await sql<{ id: number; bytes: number }>`
      SELECT ${idOf(spec)} AS id, ${bytesOfLongTexts(spec)} AS bytes ${from} ${order}`.execute(db);
    const ids = await withLongTexts(context, spec, candidates.rows, { conditions: predicates(long), principal });
    return { ids: ids.slice(offset, offset + query.pageSize), count: ids.length };
  }
  const { rows } = await sql<{ id: number }>`
    SELECT ${idOf(spec)} AS id ${from} ${order} LIMIT ${query.pageSize} OFFSET ${offset}`.execute(db);
  const ids = rows.map((row) => row.id);
  const whole = query.page === 0 && ids.length < query.pageSize;
  return { ids, count: whole ? ids.length : await countOf(db, from) };
}

/** Choices of a related column. @throws AppError not_found */
export async function answerRelated(
  { db }: ListContext,
  spec: ListSpec,
  column: string,
  query: ChoiceQuery,
  principal: Principal,
): Promise<{ readonly count: number; readonly result: readonly Choice[] }> {
  const source = spec.related && Object.hasOwn(spec.related, column) ? spec.related[column] : undefined;
  if (!source) throw new AppError('not_found', {});
  const more = Object.entries({ value: source.value, text: source.text, ...source.more }).map(
    ([alias, expression]) => sql`${expression} AS ${sql.ref(alias)}`,
  );
  const all = sql`(SELECT ${sql.join(more)} ${source.from(principal)}) AS choices`;
  const matching = query.filter === '' ? sql`${all}` : sql`${all} WHERE ${contains(sql.ref('text'), query.filter)}`;
  type Row = Readonly<Record<string, unknown>> & { readonly value: number | string; readonly text: string | null };
  const page = await sql<Row>`SELECT * FROM ${matching} ORDER BY lower(text), value LIMIT ${query.pageSize} OFFSET
      ${query.page * query.pageSize}`.execute(db);
  const missing = query.includeIds.filter((id) => !page.rows.some((row) => row.value === id));
  const included =
    missing.length === 0
      ? []
      : (await sql<Row>`SELECT * FROM ${all} WHERE value IN (${sql.join(missing)})`.execute(db)).rows;
  const result = [...page.rows, ...included].map((row) => ({
    value: row.value,
    text: row.text ?? '',
    extra: source.extra?.(row, principal) ?? {},
  }));
  return { count: await countOf(db, sql`FROM ${matching}`), result };
}

/** Different values of a column among the rows that the principal sees. @throws AppError not_found */
export async function answerDistinct(
  { db }: ListContext,
  spec: ListSpec,
  column: string,
  query: ChoiceQuery,
  principal: Principal,
): Promise<{ readonly count: number; readonly result: readonly { readonly text: string; readonly value: string }[] }> {
  const expression = spec.distinct && Object.hasOwn(spec.distinct, column) ? spec.distinct[column] : undefined;
  if (!expression) throw new AppError('not_found', {});
  const search = query.filter === '' ? [] : [contains(expression, query.filter)];
  const where = sql.join(
    [...basePredicates(spec, principal), sql<SqlBool>`${expression} IS NOT NULL`, ...search],
    sql` AND `,
  );
  const from = sql`FROM ${sql.table(spec.table)} WHERE ${where}`;
  const { rows } = await sql<{
    value: string;
  }>`SELECT DISTINCT ${expression} AS value ${from} ORDER BY 1 LIMIT ${query.pageSize} OFFSET
    ${query.page * query.pageSize}`.execute(db);
  const count = await countOf(db, sql`FROM (SELECT DISTINCT ${expression} AS value ${from}) AS different`);
  return { count, result: rows.map(({ value }) => ({ text: value, value })) };
}

/** `Main Dttm Col` for `main_dttm_col`; dots count as spaces. */
export function titleCase(name: string): string {
  return name
    .split(/[_.]/)
    .filter(Boolean)
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ');
}

export function labelOf(spec: ListSpec, name: string): string {
  return spec.columns[name]?.label ?? titleCase(name);
}

function basePredicates(spec: ListSpec, principal: Principal): readonly RawBuilder<SqlBool>[] {
  const visible = spec.visible(principal);
  const alive =
    spec.table === 'logs' || spec.table === 'query_log' || spec.table === 'sql_queries'
      ? sql<SqlBool>`1 = 1`
      : sql<SqlBool>`${sql.ref(`${spec.table}.deleted_on`)} IS ${sql.raw(spec.isTrash ? 'NOT NULL' : 'NULL')}`;
  return visible ? [alive, sql<SqlBool>`(${visible})`] : [alive];
}

function orderOf(spec: ListSpec, query: ListQuery, principal: Principal): RawBuilder<unknown> {
  const name = query.orderColumn ?? spec.defaultOrder.column;
  const column = Object.hasOwn(spec.columns, name) ? spec.columns[name] : undefined;
  const by = column?.orderBy?.(principal) ?? column?.sql;
  if (!column || !by || column.order === false || column.readable?.(principal) === false)
    throw new AppError('invalid_request', { reason: message('Order column: %(name)s not allowed to order', { name }) });
  // Texts sort as users read them; nulls stay last in both databases.
  const expression = column.filter === 'text' ? sql`lower(${by})` : by;
  return sql`CASE WHEN ${by} IS NULL THEN 1 ELSE 0 END, ${expression} ${direction(query, spec)}`;
}

function direction(query: ListQuery, spec: ListSpec): RawBuilder<unknown> {
  const way = query.orderColumn === null ? spec.defaultOrder.direction : query.orderDirection;
  return way === 'asc' ? sql`ASC` : sql`DESC`;
}

function idOf(spec: ListSpec): RawBuilder<number> {
  return sql.ref<number>(`${spec.table}.id`);
}

async function countOf(db: ListContext['db'], from: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ count: number }>`SELECT count(*) AS count ${from}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Unknown names are passed over, as other clients of this API expect. */
function columnsOf(spec: ListSpec, query: ListQuery): readonly string[] {
  const known = Object.keys(spec.columns);
  const wanted =
    query.columns?.filter((name) => Object.hasOwn(spec.columns, name)) ??
    known.filter((name) => spec.columns[name]?.shown !== false);
  return [...new Set(wanted)];
}

function envelope(
  spec: ListSpec,
  query: ListQuery,
  names: readonly string[],
  page: { readonly count: number; readonly ids: readonly number[]; readonly result: readonly JsonRow[] },
): ListAnswer {
  const parts = {
    description_columns: Object.fromEntries(
      names.flatMap((name) =>
        spec.columns[name]?.description === undefined ? [] : [[name, spec.columns[name].description]],
      ),
    ),
    label_columns: Object.fromEntries(names.map((name) => [name, labelOf(spec, name)])),
    list_columns: names,
    list_title: spec.title,
    order_columns: Object.entries(spec.columns)
      .filter(([, column]) => (column.sql ?? column.orderBy) && column.order !== false)
      .map(([name]) => name),
  };
  const { keys } = query;
  const asked = Object.entries(parts).filter(([name]) => keys === null || keys.has(name));
  return { count: page.count, ids: page.ids, result: page.result, ...Object.fromEntries(asked) };
}

/** The named columns of a row, dotted names as nested objects and lists. */
export function pick(row: JsonRow, names: readonly string[]): JsonRow {
  const nested = new Map<string, string[]>();
  const picked: Record<string, unknown> = {};
  for (const name of names) {
    const dot = name.indexOf('.');
    if (dot < 0) picked[name] = row[name] ?? null;
    else nested.set(name.slice(0, dot), [...(nested.get(name.slice(0, dot)) ?? []), name.slice(dot + 1)]);
  }
  for (const [name, inner] of nested) picked[name] = pickInside(row[name], inner);
  return picked;
}

function pickInside(value: unknown, names: readonly string[]): unknown {
  if (Array.isArray(value)) return value.map((entry: unknown) => pickInside(entry, names));
  return typeof value === 'object' && value !== null ? pick(value as JsonRow, names) : null;
}
