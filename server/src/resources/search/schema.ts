import { Type, type Static } from 'typebox';

export const SearchQuery = Type.Object({
  text: Type.String({ minLength: 1, maxLength: 200, description: 'What stands in a name, a description or SQL.' }),
});

export type SearchQuery = Static<typeof SearchQuery>;

/** A place where the text stands. */
export const Finding = Type.Object({
  kind: Type.Enum(['dashboard', 'chart', 'dataset', 'column', 'metric', 'tag', 'saved_query']),
  id: Type.Integer({ description: 'Of the object; of the dataset for a column or metric.' }),
  title: Type.String(),
  slug: Type.Union([Type.String(), Type.Null()], { description: 'Of a dashboard.' }),
  dataset: Type.Union([Type.String(), Type.Null()], { description: 'Name of the dataset of a column or metric.' }),
  field: Type.Enum(['name', 'description', 'sql']),
  excerpt: Type.Union([Type.String(), Type.Null()], { description: 'The text around the match; null for a name.' }),
});
export type Finding = Static<typeof Finding>;

export const FindingsBody = Type.Object({ result: Type.Array(Finding) });
export type FindingsBody = Static<typeof FindingsBody>;
