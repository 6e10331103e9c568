import { createHash } from 'node:crypto';
import { stableJson } from '@tessera/core/stable-json';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { DatasetExtract } from '../../chart-data/dataset.ts';
import { EXTRACT_CATALOG } from '../../chart-data/extract/extract.ts';
import type { ResolvedDataset } from '../../chart-data/dataset.ts';
import type { ExtractColumn } from '../../engines/extracts/protocol.ts';

/** The columns of an extract as they are stored. */
export type StoredShape = {
  readonly table: string;
  readonly columns: readonly ExtractColumn[];
  /** What the source made of calculated columns: the text, and the column that has it. */
  readonly made: readonly { readonly sql: string; readonly column: string; readonly type: string }[];
  /** What the source made of row-level rules. */
  readonly rules: readonly { readonly clause: string; readonly column: string }[];
  /** Columns of the source that the extract does not keep. */
  readonly leftOut: readonly string[];
};

/** What of a dataset an extract is made of. A metric more, a name or an owner makes no other one. */
export function signatureOf(dataset: ResolvedDataset): string {
  const { databaseId, databaseVersion, source, columns, templateParams } = dataset;
  const parts = columns.map(({ name, type, expression, timeFormat }) => ({ name, type, expression, timeFormat }));
  const { names: _, ...from } = source;
  return createHash('sha256')
    .update(stableJson({ databaseId, databaseVersion, from, parts, templateParams }))
    .digest('hex');
}

/** A stored extract as queries see it. */
export function extractOf(
  datasetId: number,
  version: number,
  readOn: string,
  { table, columns, made, rules }: StoredShape,
): DatasetExtract {
  return {
    datasetId,
    version,
    readMs: Date.parse(readOn),
    shape: {
      source: { kind: 'table', catalog: EXTRACT_CATALOG, schema: 'main', table },
      columns: new Map(columns.map(({ name, type }) => [name, type])),
      made: new Map(made.map(({ sql, column, type }) => [sql, { column, type }])),
      rules: new Map(rules.map(({ clause, column }) => [clause, column])),
    },
  };
}

/** Whether the embedded engine compares the values of a database as it does itself. */
export function isStored(dialect: string): boolean {
  return dialectOf(dialect).extractType !== undefined;
}
