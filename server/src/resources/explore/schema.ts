import { Type, type Static } from 'typebox';
import { OpenRecord } from '../../http/open-record.ts';
import { ChartItem } from '../charts/schema.ts';

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

const Open = Type.Record(Type.String(), Type.Unknown());
const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const MaybeText = Nullable(Type.String());
const { owners: _owners, ...sliceFields } = ChartItem.properties;

/** Where an explore page begins: the dataset, the chart if there is one, and the settings to show. */
export const ExploreStartBody = Type.Object({
  result: Type.Object({
    dataset: Nullable(Open),
    form_data: Open,
    /** Owners are ids here; `metadata` has their names, in the same order. */
    slice: Nullable(Type.Object({ ...sliceFields, owners: Type.Array(Type.Integer()), can_edit: Type.Boolean() })),
    metadata: Nullable(
      Type.Object({
        created_on_humanized: Type.String(),
        changed_on_humanized: Type.String(),
        owners: Type.Array(Type.String()),
        created_by: MaybeText,
        changed_by: MaybeText,
        dashboards: Type.Array(Type.Object({ id: Type.Integer(), dashboard_title: Type.String() })),
      }),
    ),
    message: Nullable(Type.String({ description: 'Something to tell the person: a key that has expired.' })),
  }),
});
export type ExploreStartBody = Static<typeof ExploreStartBody>;
