import { Type, type Static } from 'typebox';
import type { ConnectionStep } from '../../engines/errors/connection-problem.ts';
import type { Words } from '@tessera/core/messages';
import type { errorList } from '../../http/error-body.ts';
import { WebAddress } from '../../http/web-address.ts';
import { UserShape } from '../charts/schema.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const Name = Type.String({ minLength: 1, maxLength: 250 });
/** Field → value; which fields there are is said by the driver (`GET /database/available/`). */
const Values = Type.Record(Type.String({ maxLength: 100 }), Type.Unknown(), { maxProperties: 100 });

const fields = {
  database_name: Name,
  /** `duckdb`, `sqlite`, `postgresql` …; also called `backend`. */
  engine: Type.String({ maxLength: 60 }),
  backend: Type.String({ maxLength: 60 }),
  parameters: Values,
  sqlalchemy_uri: Type.String({ maxLength: 4000 }),
  configuration_method: Type.String({ maxLength: 60 }),
  driver: Nullable(Type.String({ maxLength: 60 })),
  allow_ctas: Type.Boolean(),
  allow_cvas: Type.Boolean(),
  allow_dml: Type.Boolean(),
  allow_run_async: Type.Boolean(),
  allow_file_upload: Type.Boolean(),
  expose_in_sqllab: Type.Boolean(),
  cache_timeout: Nullable(Type.Integer({ minimum: -1, maximum: 31_536_000 })),
  /** JSON text. */
  extra: Nullable(Type.String({ maxLength: 20_000 })),
  masked_encrypted_extra: Nullable(Type.String({ maxLength: 20_000 })),
  impersonate_user: Type.Boolean(),
  force_ctas_schema: Nullable(Type.String({ maxLength: 250 })),
  server_cert: Nullable(Type.String({ maxLength: 20_000 })),
  is_managed_externally: Nullable(Type.Boolean()),
  external_url: WebAddress,
};

export const DatabasePost = Type.Object(
  {
    ...Type.Partial(Type.Object(fields)).properties,
    database_name: Name,
    uuid: Type.Optional(Type.String({ format: 'uuid' })),
  },
  { additionalProperties: false },
);
export type DatabasePost = Static<typeof DatabasePost>;
export const DatabasePut = Type.Partial(Type.Object(fields), { additionalProperties: false });
export type DatabasePut = Static<typeof DatabasePut>;
/** A connection that is not saved, or a saved one (`id`) with changes. */
export const ConnectionDryRun = Type.Partial(
  Type.Object({
    ...fields,
    id: Nullable(Type.Integer({ minimum: 1, maximum: 2_147_483_647 })),
    catalog: Type.Unknown(),
    ssh_tunnel: Type.Null(),
  }),
  { additionalProperties: false },
);
export type ConnectionDryRun = Static<typeof ConnectionDryRun>;

export const DatabaseItem = Type.Object({
  id: Type.Integer(),
  uuid: Type.String(),
  database_name: Type.String(),
  backend: Type.String(),
  driver: Type.String(),
  engine: Type.String(),
  engine_information: Type.Record(Type.String(), Type.Unknown()),
  configuration_method: Type.String(),
  /** JSON text of the settings that are open to every reader. */
  extra: Type.String(),
  allows_subquery: Type.Boolean(),
  allows_cost_estimate: Type.Boolean(),
  allows_virtual_table_explore: Type.Boolean(),
  disable_data_preview: Type.Boolean(),
  disable_drill_to_detail: Type.Boolean(),
  allow_multi_catalog: Type.Boolean(),
  explore_database_id: Type.Integer(),
  cost_threshold: Nullable(Type.Number()),
  instant_preview: Type.Boolean(),
  force_ctas_schema: Nullable(Type.String()),
  impersonate_user: Type.Boolean(),
  allow_ctas: Type.Boolean(),
  allow_cvas: Type.Boolean(),
  allow_dml: Type.Boolean(),
  allow_run_async: Type.Boolean(),
  allow_file_upload: Type.Boolean(),
  expose_in_sqllab: Type.Boolean(),
  cache_timeout: Nullable(Type.Integer()),
  is_managed_externally: Type.Boolean(),
  is_sample: Type.Boolean(),
  created_by: Nullable(UserShape),
  changed_by: Nullable(UserShape),
  created_on: Type.String(),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
  version: Type.Integer(),
});
export type DatabaseItem = Static<typeof DatabaseItem>;

/** For whoever may change the connection; secrets are masked. */
export const DatabaseConnection = Type.Object({
  ...DatabaseItem.properties,
  parameters: Type.Record(Type.String(), Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  /** JSON schema of `parameters`. */
  parameters_schema: Type.Record(Type.String(), Type.Unknown()),
  masked_encrypted_extra: Type.String(),
  server_cert: Type.Null(),
  sqlalchemy_uri: Type.String(),
  extra: Type.String(),
});
export type DatabaseConnection = Static<typeof DatabaseConnection>;

const Field = Type.Object({
  name: Type.String(),
  label: Type.String(),
  kind: Type.Enum(['text', 'integer', 'password', 'select', 'boolean']),
  required: Type.Boolean(),
  hint: Nullable(Type.String()),
  placeholder: Nullable(Type.String()),
  default: Nullable(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
  choices: Type.Array(Type.Object({ value: Type.String(), label: Type.String() })),
  secret: Type.Boolean(),
  target: Type.Boolean(),
});
export const AvailableEngines = Type.Object({
  databases: Type.Array(
    Type.Object({
      name: Type.String(),
      engine: Type.String(),
      available_drivers: Type.Array(Type.String()),
      default_driver: Type.String(),
      preferred: Type.Boolean(),
      sqlalchemy_uri_placeholder: Type.String(),
      engine_information: Type.Record(Type.String(), Type.Unknown()),
      fields: Type.Array(Field),
      parameters: Type.Record(Type.String(), Type.Unknown()),
    }),
  ),
});
export type AvailableEngines = Static<typeof AvailableEngines>;

/** A database as lists answer it. */
export const DatabaseRow = Type.Object({ ...DatabaseItem.properties, changed_by_name: Type.String() });
export type DatabaseRow = Static<typeof DatabaseRow>;

/** What stands on a database or a dataset. */
export const RelatedBody = Type.Object({
  charts: Type.Object({
    count: Type.Integer(),
    result: Type.Array(Type.Object({ id: Type.Integer(), slice_name: Type.String(), viz_type: Type.String() })),
  }),
  dashboards: Type.Object({
    count: Type.Integer(),
    result: Type.Array(
      Type.Object({
        id: Type.Integer(),
        title: Type.String(),
        slug: Type.Union([Type.String(), Type.Null()]),
        json_metadata: Type.Unknown(),
      }),
    ),
  }),
});
export type RelatedBody = Static<typeof RelatedBody>;

/** Names of catalogs or schemas, sorted ([7.2-01]). */
export const SchemaNames = Type.Object({ result: Type.Array(Type.String()) });
export type SchemaNames = Static<typeof SchemaNames>;
/** Tables and views of a schema ([7.2-02]). */
export const TableNames = Type.Object({
  count: Type.Integer(),
  result: Type.Array(Type.Object({ value: Type.String(), type: Type.String(), extra: Type.Null() })),
});
export type TableNames = Static<typeof TableNames>;
export const FunctionNames = Type.Object({
  function_names: Type.Array(Type.String()),
  /** What the catalogue of the database says of its functions; empty where it has none. */
  functions: Type.Array(
    Type.Object({
      name: Type.String(),
      kind: Type.Enum(['scalar', 'aggregate', 'window', 'table']),
      description: Nullable(Type.String()),
      signatures: Type.Array(
        Type.Object({
          args: Type.Array(
            Type.Object({
              name: Type.String(),
              type: Nullable(Type.String()),
              isVariadic: Type.Optional(Type.Literal(true)),
            }),
          ),
          returns: Nullable(Type.String()),
        }),
      ),
    }),
  ),
});
export type FunctionNames = Static<typeof FunctionNames>;

const MaybeText = Nullable(Type.String());
const Key = Type.Object({ name: MaybeText, column_names: Type.Array(Type.String()), type: Type.String() });
/** A table with its columns, keys and indexes ([7.2-03]). */
export const TableMetadata = Type.Object({
  name: Type.String(),
  comment: MaybeText,
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      longType: Type.String(),
      nullable: Type.Boolean(),
      comment: MaybeText,
      keys: Type.Array(Type.Record(Type.String(), Type.Unknown())),
    }),
  ),
  primaryKey: Type.Object({ constrained_columns: Type.Array(Type.String()), type: Type.Literal('pk') }),
  foreignKeys: Type.Array(Type.Record(Type.String(), Type.Unknown())),
  indexes: Type.Array(Type.Intersect([Key, Type.Object({ unique: Type.Boolean() })])),
  selectStar: Type.String(),
  partitionedBy: Type.Array(Type.String(), { description: 'Columns or expressions that separate the rows.' }),
});
export type TableMetadata = Static<typeof TableMetadata>;

const Where = { catalog: MaybeText, schema: MaybeText, name: Type.String() };
/** What a search found, the best first. */
export const FoundTables = Type.Object({
  result: Type.Array(Type.Object({ ...Where, kind: Type.Enum(['table', 'view', 'materialized_view']) })),
  isCut: Type.Boolean({ description: 'There are more than the limit.' }),
});
export type FoundTables = Static<typeof FoundTables>;

const TableName = Type.String({ minLength: 1, maxLength: 500 });
const OptionalName = Type.Optional(Type.Union([Type.String({ maxLength: 500 }), Type.Null()]));
export const TableColumnsBody = Type.Object(
  {
    tables: Type.Array(Type.Object({ catalog: OptionalName, schema: OptionalName, name: TableName }), {
      minItems: 1,
      maxItems: 50,
    }),
  },
  { additionalProperties: false },
);
export type TableColumnsBody = Static<typeof TableColumnsBody>;
export const TableColumns = Type.Object({
  result: Type.Array(
    Type.Object({
      at: Type.Integer({
        description: 'Place among those that were asked for; those that are not there are left out.',
      }),
      ...Where,
      comment: MaybeText,
      columns: Type.Array(
        Type.Object({ name: Type.String(), type: Type.String(), nullable: Type.Boolean(), comment: MaybeText }),
      ),
      primaryKey: Type.Array(Type.String()),
      foreignKeys: Type.Array(
        Type.Object({
          columns: Type.Array(Type.String()),
          schema: MaybeText,
          name: Type.String(),
          toColumns: Type.Array(Type.String()),
        }),
      ),
    }),
  ),
});
export type TableColumns = Static<typeof TableColumns>;

/**
 * What else is known of a table. `cols`: columns or expressions; `latest`: the newest partition by its columns, null
 * where partitions are no values.
 */
export const TableExtra = Type.Object({
  metadata: Type.Optional(Type.Object({ comment: Type.String() })),
  partitions: Type.Optional(
    Type.Object({
      cols: Type.Array(Type.String()),
      latest: Nullable(Type.Record(Type.String(), Type.String())),
    }),
  ),
});
export type TableExtra = Static<typeof TableExtra>;

/** A line of a connection test ([7.2]): the steps in their order, then how it ended. */
export type ConnectionTestLine = {
  /** `done` comes last when every step went through; `failed` comes last when one did not. */
  readonly state: 'passed' | 'failed' | 'done';
  readonly step: ConnectionStep | null;
  /** What is worth knowing about a step that passed: `not encrypted`. */
  readonly note?: string;
  /** Milliseconds since the test began. */
  readonly ms: number;
  readonly code?: string;
  readonly errors?: ReturnType<typeof errorList>;
  /** The sentence of the error and its parameters, for whoever reads another language. */
  readonly words?: Words;
};
