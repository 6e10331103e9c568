import type { Column } from '@tessera/core/table';

/** A column of rows: its kind for charts, and what its database calls its type. */
export type TypedColumn = Pick<Column, 'name' | 'kind'> & { readonly type: string | null };

/** The type of the embedded engine that holds the values of a column: exact where its database says how. */
export function exactTypeOf({ kind, type }: TypedColumn): string {
  const name = (type ?? '').toUpperCase();
  if (kind === 'boolean') return 'BOOLEAN';
  if (kind === 'temporal') return /^(DATE|DATE32|NULLABLE\(DATE(32)?\))$/.test(name) ? 'DATE' : 'TIMESTAMP';
  if (kind !== 'numeric') return 'VARCHAR';
  const [, precision, scale] = /(?:DECIMAL|NUMERIC)\((\d+),\s*(\d+)\)/.exec(name) ?? [];
  if (precision !== undefined && Number(precision) <= 38) return `DECIMAL(${precision}, ${scale})`;
  if (/U(BIG)?INT(64|128|256)?|HUGEINT|INT(128|256)|UNSIGNED|BIGNUM|VARINT/.test(name)) return 'DECIMAL(38, 0)';
  return /INT|SERIAL|^LONG|YEAR/.test(name) ? 'BIGINT' : 'DOUBLE';
}
