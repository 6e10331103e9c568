import { sql, type RawBuilder, type SqlBool } from 'kysely';
import type { Principal } from '../principal.ts';
import { contains } from '../http/list-filters.ts';

type Condition = RawBuilder<SqlBool>;

/** A search by yes or no: the condition or its opposite. */
export function when(wanted: boolean, condition: Condition): Condition {
  return wanted ? sql<SqlBool>`(${condition})` : sql<SqlBool>`not (${condition})`;
}

/** The text stands in one of the columns. */
export function anyText(columns: readonly RawBuilder<unknown>[], text: string): Condition {
  return sql<SqlBool>`(${sql.join(
    columns.map((column) => contains(column, text)),
    sql` or `,
  )})`;
}

/**
 * Later than so many seconds ago, by the clock of the server: an address that says "the last hour" means it whenever it
 * is opened.
 */
export function newerThan(column: RawBuilder<unknown>, seconds: number, now: Date): Condition {
  return sql<SqlBool>`${column} > ${new Date(now.getTime() - seconds * 1000).toISOString()}`;
}

/** Made by the user himself; `column` holds the id of the maker. */
export function createdBy(principal: Principal, column: string): Condition {
  return principal.userId === null ? sql<SqlBool>`1 = 0` : sql<SqlBool>`${sql.ref(column)} = ${principal.userId}`;
}

/** First or last name of the user whose id `column` holds. */
export function userName(column: string, name: 'first_name' | 'last_name'): RawBuilder<string | null> {
  return sql`(select ${sql.ref(`p.${name}`)} from users as p where p.id = ${sql.ref(column)})`;
}

export function nameOf(user: { readonly first_name: string; readonly last_name: string } | null): string {
  return user ? `${user.first_name} ${user.last_name}`.trim() : '';
}
