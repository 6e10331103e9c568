import { sql, type RawBuilder } from 'kysely';
import { AppError } from '@tessera/core/errors/app-error';
import type { Principal } from '../principal.ts';

/** A store takes `Insertable<Table>`; this fits into it. */
export type Created = {
  readonly uuid: string;
  readonly created_on: string;
  readonly changed_on: string;
  readonly created_by: number | null;
  readonly changed_by: number | null;
  readonly deleted_on: null;
};
/** A store takes `Omit<Updateable<Table>, 'version'> & Changed`: the new version is an expression. */
export type Changed = {
  readonly changed_on: string;
  readonly changed_by: number | null;
  readonly version: RawBuilder<number>;
};

/** The audit columns of a new row. The uuid comes from an import, or is made here. */
export function created(principal: Pick<Principal, 'userId'>, now: Date, uuid: string = crypto.randomUUID()): Created {
  const at = now.toISOString();
  return {
    uuid,
    created_on: at,
    changed_on: at,
    created_by: principal.userId,
    changed_by: principal.userId,
    deleted_on: null,
  };
}

/** The audit columns of a write to a row; the database itself raises the version, so that no write goes uncounted. */
export function changed(principal: Pick<Principal, 'userId'>, now: Date): Changed {
  return { changed_on: now.toISOString(), changed_by: principal.userId, version: sql<number>`version + 1` };
}

/** The audit columns of a row that goes to the trash. */
export function deleted(principal: Pick<Principal, 'userId'>, now: Date): Changed & { readonly deleted_on: string } {
  return { ...changed(principal, now), deleted_on: now.toISOString() };
}

/**
 * Refuse a write that is based on an older version. Without `If-Match` the last write wins.
 *
 * @param object  the noun on screen: dashboard, chart …
 * @param ifMatch the header as sent: `"3"`, `W/"3"`, `*` or a list of them
 * @throws AppError stale_version
 */
export function assertVersion(object: string, row: { readonly version: number }, ifMatch: string | undefined): void {
  if (ifMatch === undefined || ifMatch.trim() === '*') return;
  const versions = ifMatch.split(',').map((tag) => tag.trim().replace(/^W\//, '').replaceAll('"', ''));
  if (!versions.includes(String(row.version))) throw new AppError('stale_version', { object, version: row.version });
}
