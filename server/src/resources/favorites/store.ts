import type { Kysely } from 'kysely';
import type { StarredType, Tables } from '../../metadata/tables.ts';

export type FavoriteStore = {
  readonly add: (userId: number, type: StarredType, objectId: number, now: Date) => Promise<void>;
  readonly remove: (userId: number, type: StarredType, objectId: number) => Promise<void>;
  /** Which of `ids` the user has starred. */
  readonly among: (userId: number, type: StarredType, ids: readonly number[]) => Promise<ReadonlySet<number>>;
};

/** Stars of users on objects. Adding twice and removing what is not there are no errors. */
export function createFavoriteStore(db: Kysely<Tables>): FavoriteStore {
  return {
    add: async (userId, type, objectId, now) => {
      await db
        .insertInto('favorites')
        .values({ user_id: userId, object_type: type, object_id: objectId, created_on: now.toISOString() })
        .onConflict((conflict) => conflict.columns(['user_id', 'object_type', 'object_id']).doNothing())
        .execute();
    },
    remove: async (userId, type, objectId) => {
      await db
        .deleteFrom('favorites')
        .where('user_id', '=', userId)
        .where('object_type', '=', type)
        .where('object_id', '=', objectId)
        .execute();
    },
    among: async (userId, type, ids) => {
      if (ids.length === 0) return new Set();
      const rows = await db
        .selectFrom('favorites')
        .select('object_id')
        .where('user_id', '=', userId)
        .where('object_type', '=', type)
        .where('object_id', 'in', ids)
        .execute();
      return new Set(rows.map((row) => row.object_id));
    },
  };
}
