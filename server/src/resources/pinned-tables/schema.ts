import { Type, type Static } from 'typebox';

const Name = Type.String({ minLength: 1, maxLength: 500 });
const MaybeName = Type.Union([Name, Type.Null()]);

/** Where a table is, and what kind it was when it was pinned. */
export const PinnedTable = Type.Object(
  {
    catalog: MaybeName,
    schema: MaybeName,
    name: Name,
    kind: Type.Enum(['table', 'view', 'materialized_view']),
  },
  { additionalProperties: false },
);
export type PinnedTable = Static<typeof PinnedTable>;

/** All of them, in the order of the user. */
export const PinnedTables = Type.Object(
  { tables: Type.Array(PinnedTable, { maxItems: 200 }) },
  { additionalProperties: false },
);
export type PinnedTables = Static<typeof PinnedTables>;
