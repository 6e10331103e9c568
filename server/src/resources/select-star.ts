import { dialectOf } from '@tessera/query/dialects/registry';
import type { TableRef } from '../engines/engine.ts';

/** A query that shows the first rows of a table. */
export function selectStar(
  engine: string,
  { schema, table }: TableRef,
  columns: readonly string[],
  limit = 100,
): string {
  const { quote } = dialectOf(engine);
  const name = [...(schema ? [schema] : []), table].map(quote).join('.');
  const list = columns.length === 0 ? ' *' : `\n  ${columns.map(quote).join(',\n  ')}`;
  return `SELECT${list}\nFROM ${name}\nLIMIT ${limit}`;
}
