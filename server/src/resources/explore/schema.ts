import { Type, type Static } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';

const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** The state of the explore page under a key (ruling 28). */
export const FormDataBody = Type.Object(
  {
    datasource_id: Id,
    datasource_type: Type.String({ maxLength: 20 }),
    chart_id: Type.Optional(Type.Union([Id, Type.Integer({ minimum: 0, maximum: 0 }), Type.Null()])),
    /** Form data as JSON text. */
    form_data: Type.String({ maxLength: 1_000_000 }),
  },
  { additionalProperties: false },
);
export type FormDataBody = Static<typeof FormDataBody>;

export const ExplorePermalinkBody = Type.Object(
  {
    formData: OpenRecord,
    urlParams: Type.Optional(
      Type.Union([
        Type.Array(Type.Tuple([Type.String({ maxLength: 250 }), Type.String({ maxLength: 10_000 })]), {
          maxItems: 100,
        }),
        Type.Null(),
      ]),
    ),
  },
  { additionalProperties: false },
);
export type ExplorePermalinkBody = Static<typeof ExplorePermalinkBody>;

/** What names the thing to explore; the first that is given wins, from the top. */
export const ExploreQuery = Type.Object({
  form_data_key: Type.Optional(Type.String({ maxLength: 64 })),
  permalink_key: Type.Optional(Type.String({ maxLength: 64 })),
  slice_id: Type.Optional(Id),
  datasource_id: Type.Optional(Id),
  /** A type, or a whole `{id}__{type}` name under `datasource`. */
  datasource_type: Type.Optional(Type.String({ maxLength: 20 })),
  datasource: Type.Optional(Type.String({ maxLength: 40 })),
});
export type ExploreQuery = Static<typeof ExploreQuery>;
