import { Type, type Static } from 'typebox';
import type { ColumnProfile, Fault, Preview } from '../../engines/uploads/protocol.ts';

const Nullable = <T extends Parameters<typeof Type.Union>[0][number]>(schema: T) => Type.Union([schema, Type.Null()]);
const Text = Type.String({ maxLength: 250 });

export const UploadParams = Type.Object({ key: Type.String({ format: 'uuid' }) });
/** The name of the file, and its bytes. */
export const UploadPost = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    size: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }),
  },
  { additionalProperties: false },
);
export type UploadPost = Static<typeof UploadPost>;
/** `part_bytes`: largest part that is taken at a time; `received`: bytes that are there. */
export const UploadState = Type.Object({
  key: Type.String(),
  name: Type.String(),
  size: Type.Integer(),
  received: Type.Integer(),
  part_bytes: Type.Integer(),
});
export type UploadState = Static<typeof UploadState>;
export const PartQuery = Type.Object({ offset: Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER }) });

const ColumnType = Type.Enum(['text', 'integer', 'number', 'boolean', 'date', 'time']);
/** How the file is read; what is left out is found out. */
export const UploadOptions = Type.Partial(
  Type.Object({
    format: Type.Enum(['csv', 'json', 'parquet', 'xlsx']),
    encoding: Type.String({ maxLength: 40 }),
    delimiter: Type.String({ minLength: 1, maxLength: 1 }),
    header: Type.Boolean(),
    skipRows: Type.Integer({ minimum: 0, maximum: 10_000 }),
    sheet: Type.String({ maxLength: 250 }),
    decimal: Type.Enum(['.', ',']),
    dayFirst: Type.Boolean(),
    types: Type.Array(Nullable(ColumnType), { maxItems: 2000 }),
    nullValues: Type.Array(Text, { maxItems: 100 }),
    columns: Type.Array(Text, { maxItems: 2000 }),
    maxRows: Type.Integer({ minimum: 0, maximum: 1_000_000_000 }),
    faults: Type.Enum(['refuse', 'leave_out', 'empty']),
  }),
  { additionalProperties: false },
);
export type UploadOptions = Static<typeof UploadOptions>;

export type UploadFault = Fault;
export type UploadColumn = ColumnProfile;
export type UploadPreview = Preview & {
  /** A name for the table that is free. */
  readonly table_name: string;
};
/** One line of the answer while a file is read; the last one is `done` or `failed`. */
export type UploadLine =
  | { readonly state: 'waiting' }
  | {
      readonly state: 'running';
      readonly step: 'reading' | 'typing' | 'profiling';
      readonly share: number | null;
      readonly ms: number;
    }
  | { readonly state: 'done'; readonly preview: UploadPreview; readonly ms: number }
  | { readonly state: 'failed'; readonly code: string; readonly errors: unknown; readonly words?: unknown };

export const PublishBody = Type.Object(
  {
    table_name: Type.Optional(Type.String({ minLength: 1, maxLength: 250 })),
    description: Type.Optional(Nullable(Type.String({ maxLength: 20_000 }))),
  },
  { additionalProperties: false },
);
export type PublishBody = Static<typeof PublishBody>;
export const PublishedBody = Type.Object({ id: Type.Integer(), table_name: Type.String() });
export type PublishedBody = Static<typeof PublishedBody>;

/** What a database that takes files says of a file, without loading it. */
export const MetadataBody = Type.Object({
  result: Type.Object({
    items: Type.Array(Type.Object({ sheet_name: Nullable(Type.String()), column_names: Type.Array(Type.String()) })),
  }),
});
export const SchemasBody = Type.Object({ schemas: Type.Array(Type.String()) });
/** A file as other products' scripts send it. */
export const FormUpload = Type.Unsafe<unknown>(
  Type.Any({
    description:
      'multipart/form-data with the file, type (csv, excel, columnar), table_name, already_exists (fail, replace, ' +
      'append), delimiter, sheet_name, header_row, skip_rows, rows_to_read, columns_read, null_values, day_first, ' +
      'decimal_character',
  }),
);
