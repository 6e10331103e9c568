import { Type, type Static } from 'typebox';

/** A text that somebody keeps under a name, to write it again. */
export const SqlSnippet = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100, pattern: '\\S' }),
    description: Type.String({ maxLength: 1000 }),
    sql: Type.String({ minLength: 1, maxLength: 100_000 }),
  },
  { additionalProperties: false },
);
export type SqlSnippet = Static<typeof SqlSnippet>;

/** All of them, in the order of the user. */
export const SqlSnippets = Type.Object(
  { snippets: Type.Array(SqlSnippet, { maxItems: 200 }) },
  { additionalProperties: false },
);
export type SqlSnippets = Static<typeof SqlSnippets>;
