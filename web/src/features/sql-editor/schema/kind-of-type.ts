import type { ColumnKind } from '@tessera/core/table';

/** What a column of a type holds, as far as the name of the type says. */
export function kindOfType(type: string): ColumnKind {
  const name = type.toLowerCase().replace(/^(nullable|lowcardinality)\(/, '');
  if (/^(date|time|timestamp|year|smalldatetime)/.test(name)) return 'temporal';
  if (name.startsWith('bool')) return 'boolean';
  const isNumber =
    /^u?(tiny|small|medium|big|huge)?int|^u?integer|^(decimal|numeric|number|real|double|float|money|serial|bigserial|smallserial)/;
  return isNumber.test(name) && !/\[\]|^interval/.test(name) ? 'numeric' : 'string';
}
