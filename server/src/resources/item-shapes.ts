import { Type, type Static } from 'typebox';
import { AppError } from '@tessera/core/errors/app-error';

/** Shapes that the routes of every object share. */
export const IdParams = Type.Object({ id: Type.Integer({ minimum: 1, maximum: 2_147_483_647 }) });
export const KeyParams = Type.Object({ key: Type.String({ maxLength: 255 }) });
/** An item of which `q=(columns:!(…))` asked for some columns only. */
export const PickedColumns = Type.Record(Type.String(), Type.Unknown());
export const FavoriteStatus = Type.Object({
  result: Type.Array(Type.Object({ id: Type.Integer(), value: Type.Boolean() })),
});
export type FavoriteStatus = Static<typeof FavoriteStatus>;
/** What was made or changed, with the fields as they were sent or as they are now. */
export const SavedBody = Type.Object({ id: Type.Integer(), result: Type.Record(Type.String(), Type.Unknown()) });
export type SavedBody = Static<typeof SavedBody>;
/** State that is stored under a key. */
export const KeyBody = Type.Object({ key: Type.String() });
export type KeyBody = Static<typeof KeyBody>;
/** A lasting link; its address is a path where the server has no configured one. */
export const LinkBody = Type.Object({ key: Type.String(), url: Type.String() });
export type LinkBody = Static<typeof LinkBody>;
/** The envelope of most answers. */
export type Result<T> = { readonly result: T };
export const Starred = Type.Object({ result: Type.String() });

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** An id or a uuid from an address; nothing else names an object. @throws AppError not_found */
export function idOrUuid(key: string): number | string {
  const id = asId(key);
  if (id !== null) return id;
  if (uuid.test(key)) return key.toLowerCase();
  throw new AppError('not_found', {});
}

/** A number that can be the id of a metadata row, or null. */
export function asId(key: string): number | null {
  const id = /^[1-9]\d{0,9}$/.test(key) ? Number(key) : 0;
  return id > 0 && id <= 2_147_483_647 ? id : null;
}

export function isUuid(key: string): boolean {
  return uuid.test(key);
}
