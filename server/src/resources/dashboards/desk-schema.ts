import { Type, type Static } from 'typebox';

const closed = { additionalProperties: false } as const;

const Token = Type.String({ minLength: 1, maxLength: 64 });

/** Changes that are not saved yet, as the page writes them. */
export const DraftPut = Type.Object(
  {
    draft: Type.String({ minLength: 1, maxLength: 2_000_000 }),
    /** The name of this version of the draft, chosen by the page: an answer that is lost leaves no doubt. */
    token: Token,
    /** Versions that it goes on from; another one is not overwritten. */
    over: Type.Array(Token, { maxItems: 20 }),
  },
  closed,
);
export type DraftPut = Static<typeof DraftPut>;

/** Which versions of the draft go, with commas between them; left out, any. */
export const DraftDelete = Type.Object({ over: Type.Optional(Type.String({ maxLength: 1500 })) });

/** All are null where there is none. */
export const DraftBody = Type.Object({
  draft: Type.Union([Type.String(), Type.Null()]),
  saved_on: Type.Union([Type.String(), Type.Null()]),
  token: Type.Union([Type.String(), Type.Null()]),
});
export type DraftBody = Static<typeof DraftBody>;

/** Somebody who edits the dashboard now. */
export const EditorRow = Type.Object({
  id: Type.Integer(),
  first_name: Type.String(),
  last_name: Type.String(),
});
export type EditorRow = Static<typeof EditorRow>;

/** A named set of values of the filters; `data_mask` is the JSON of a filter state. */
export const FilterPreset = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 100 }),
    data_mask: Type.String({ maxLength: 50_000 }),
  },
  closed,
);
export type FilterPreset = Static<typeof FilterPreset>;
export const FilterPresets = Type.Object({ presets: Type.Array(FilterPreset, { maxItems: 30 }) }, closed);
export type FilterPresets = Static<typeof FilterPresets>;
