import { sqlWritingOf } from '@tessera/core/sql-writing';
import type { CopyStyle } from '../../../ui/data-grid/copy-types.ts';

const NAME = String.raw`(?:"(?:[^"]|"")+"|\x60(?:[^\x60]|\x60\x60)+\x60|[\p{L}_][\p{L}\p{N}_$]*)`;
const FROM = new RegExp(String.raw`\bFROM\s+(${NAME}(?:\.${NAME})*)(?![\p{L}\p{N}_$])(?!\s*[.(])`, 'iu');

/** How cells are copied as SQL: in the words of the database, into the table that they came from. */
export function copyStyleOf(dialect: string | null, sql: string): Omit<CopyStyle, 'isHarmless'> {
  return { sql: sqlWritingOf(dialect ?? ''), into: FROM.exec(sql)?.[1] ?? 'my_table' };
}
