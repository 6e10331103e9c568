import { Type, type Static, type TSchema } from 'typebox';
import { Query } from '../queries/schema.ts';
import { TabState } from '../editor-tabs/schema.ts';

const Nullable = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = (maxLength: number) => Type.Optional(Nullable(Type.String({ maxLength })));
const Id = Type.Integer({ minimum: 1, maximum: 2_147_483_647 });

/** What a link to the SQL editor opens ([7.6-05]). */
export const SqlLink = Type.Object(
  {
    dbId: Id,
    name: Type.String({ maxLength: 256 }),
    sql: Type.String({ maxLength: 1_000_000 }),
    catalog: Text(500),
    schema: Text(500),
    templateParams: Text(100_000),
    /** The page runs it when it opens; what writes waits for its reader all the same. */
    autorun: Type.Optional(Nullable(Type.Boolean())),
  },
  { additionalProperties: false },
);
export type SqlLink = Static<typeof SqlLink>;

/** A form posted to `/sqllab/` ([7.6-01]): a dataset or a database, and the SQL to begin with. */
export const RequestedQuery = Type.Partial(
  Type.Object({
    /** `{id}__{type}` ([3.1-02]). */
    datasourceKey: Nullable(Type.String({ maxLength: 40 })),
    dbId: Nullable(Id),
    name: Nullable(Type.String({ maxLength: 256 })),
    sql: Nullable(Type.String({ maxLength: 1_000_000 })),
    catalog: Nullable(Type.String({ maxLength: 500 })),
    schema: Nullable(Type.String({ maxLength: 500 })),
    templateParams: Nullable(Type.String({ maxLength: 100_000 })),
  }),
);
export type RequestedQuery = Static<typeof RequestedQuery>;
export const OpenForm = Type.Object({ form_data: RequestedQuery });

/** A database as the editor begins with it. */
export const EditorDatabase = Type.Object({
  id: Type.Integer(),
  database_name: Type.String(),
  backend: Type.String(),
  allow_ctas: Type.Boolean(),
  allow_cvas: Type.Boolean(),
  allow_dml: Type.Boolean(),
  allow_file_upload: Type.Boolean(),
  allow_multi_catalog: Type.Boolean(),
  allow_run_async: Type.Boolean(),
  allows_cost_estimate: Type.Boolean(),
  allows_subquery: Type.Boolean(),
  cost_threshold: Nullable(Type.Number()),
  disable_data_preview: Type.Boolean(),
  disable_drill_to_detail: Type.Boolean(),
  expose_in_sqllab: Type.Boolean(),
  force_ctas_schema: Nullable(Type.String()),
  instant_preview: Type.Boolean(),
});
export type EditorDatabase = Static<typeof EditorDatabase>;

/** What the SQL editor begins with. */
export const EditorStart = Type.Object({
  result: Type.Object({
    active_tab: Nullable(TabState),
    tab_state_ids: Type.Array(
      Type.Object({ id: Type.Integer(), label: Type.String(), client_id: Nullable(Type.String()) }),
    ),
    /** By their ids. */
    databases: Type.Record(Type.String(), EditorDatabase),
    /** The newest queries of the tabs, by the names that their clients gave them. */
    queries: Type.Record(Type.String(), Query),
  }),
});
export type EditorStart = Static<typeof EditorStart>;
