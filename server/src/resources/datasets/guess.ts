import type { ColumnKind } from '@tessera/core/table';
import { columnKinds } from '@tessera/core/table';
import { dialectOf } from '@tessera/query/dialects/registry';
import type { ColumnInfo } from '../../engines/engine.ts';

/** What a dataset starts with for a column of its source. */
export type GuessedColumn = {
  readonly column_name: string;
  readonly type: string;
  readonly type_generic: number;
  readonly is_dttm: boolean;
  readonly groupby: boolean;
  readonly filterable: boolean;
  readonly description: string | null;
};

/** The kind of a column as API clients number it. */
export function genericType(engine: string, type: string | null): number {
  return columnKinds.indexOf(dialectOf(engine).kindOf(type) satisfies ColumnKind);
}

export function guessColumn(engine: string, { name, type, comment }: ColumnInfo): GuessedColumn {
  const type_generic = genericType(engine, type);
  return {
    column_name: name,
    type,
    type_generic,
    is_dttm: columnKinds[type_generic] === 'temporal',
    groupby: true,
    filterable: true,
    description: comment,
  };
}

/** Names that the time of a row usually has, the best first. */
const usual = [
  /^(event_?)?(ts|time|timestamp|datetime|date_?time|dttm)$/i,
  /^(date|day|ds|dt)$/i,
  /^(order|event|transaction|sale|purchase)(ed)?_?(at|on|date|time)$/i,
  /^created?_?(at|on|date|time)?$/i,
  /(_at|_on|_date|_time|_ts|date|time)$/i,
];
/** Times that are about the record and not about what it tells. */
const unlikely = /^(updated|modified|changed|deleted|birth|dob|expire)/i;

/** The column that the time range of a new chart should filter by; null when no column is temporal. */
export function guessMainTime(
  columns: readonly { readonly column_name: string; readonly is_dttm: boolean }[],
): string | null {
  const temporal = columns.filter((column) => column.is_dttm).map((column) => column.column_name);
  const likely = temporal.filter((name) => !unlikely.test(name));
  for (const pattern of usual) {
    const found = likely.find((name) => pattern.test(name));
    if (found !== undefined) return found;
  }
  return likely[0] ?? temporal[0] ?? null;
}

/** Expression of a saved metric as the simple form of the metric editor reads it ([5.0-17]). */
const simple = /^(LONG|DOUBLE|FLOAT)?(SUM|AVG|MAX|MIN|COUNT)\([A-Z_][A-Z0-9_]*\)$/i;

export function isSimpleMetric(expression: string): boolean {
  return simple.test(expression);
}
