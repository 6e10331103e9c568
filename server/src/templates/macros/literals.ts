import { dialectOf } from '@tessera/query/dialects/registry';
import { MacroError } from './macro.ts';

/** Text for between single quotes of the dialect. */
export function escapeText(dialect: string, text: string): string {
  return dialectOf(dialect).literal(text).slice(1, -1);
}

/** One value as a literal of the dialect. @throws MacroError for values that no literal can hold */
export function literalOf(dialect: string, value: unknown): string {
  if (value === null || value === undefined) return 'NULL';
  if (typeof value === 'number' && Number.isFinite(value)) return String(value);
  if (typeof value === 'bigint') return String(value);
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  if (typeof value === 'string') return dialectOf(dialect).literal(value);
  throw new MacroError('where_in: the list holds a value that is no text, number or flag.');
}
