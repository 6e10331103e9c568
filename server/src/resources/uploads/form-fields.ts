import { AppError } from '@tessera/core/errors/app-error';
import { message } from '@tessera/core/messages';
import type { UploadOptions } from './schema.ts';
import type { DirectUpload } from './service.ts';

export type Form = ReadonlyMap<string, string>;

/** The fields of a form as clients of the other product name them. */
export function readForm(form: Form): {
  readonly table: string | null;
  readonly exists: DirectUpload['exists'];
  readonly options: UploadOptions;
} {
  const exists = form.get('already_exists') || 'fail';
  if (exists !== 'fail' && exists !== 'replace' && exists !== 'append') throw wrong('already_exists');
  const table = form.get('table_name')?.trim() ?? '';
  if (table.length > 250 || /\p{Cc}/u.test(table)) throw wrong('table_name');
  return { table: table === '' ? null : table, exists, options: readOptions(form) };
}

function readOptions(form: Form): UploadOptions {
  const options: { -readonly [Key in keyof UploadOptions]: UploadOptions[Key] } = {};
  const type = form.get('type');
  if (type === 'csv') options.format = 'csv';
  else if (type === 'excel') options.format = 'xlsx';
  else if (type !== undefined && type !== '' && type !== 'columnar') throw wrong('type');
  const delimiter = form.get('delimiter');
  if (delimiter && type === 'csv') {
    options.delimiter = delimiter === '\\t' ? '\t' : delimiter;
    if (options.delimiter.length !== 1) throw wrong('delimiter');
  }
  const sheet = form.get('sheet_name');
  if (sheet) options.sheet = sheet.slice(0, 250);
  const [header, skip, rows] = [
    numberOf(form, 'header_row'),
    numberOf(form, 'skip_rows'),
    numberOf(form, 'rows_to_read'),
  ];
  if (skip !== null || header !== null) options.skipRows = Math.min(10_000, (skip ?? 0) + (header ?? 0));
  if (header !== null) options.header = true;
  if (rows !== null) options.maxRows = rows;
  const decimal = form.get('decimal_character');
  if (decimal === ',' || decimal === '.') options.decimal = decimal;
  else if (decimal) throw wrong('decimal_character');
  if (/^(true|1)$/i.test(form.get('day_first') ?? '')) options.dayFirst = true;
  const [columns, nulls] = [listOf(form, 'columns_read'), listOf(form, 'null_values')];
  if (columns.length > 0) options.columns = columns;
  if (nulls.length > 0) options.nullValues = nulls;
  return options;
}

function numberOf(form: Form, field: string): number | null {
  const text = form.get(field) ?? '';
  if (text === '') return null;
  if (!/^\d{1,9}$/.test(text)) throw wrong(field);
  return Number(text);
}

/** A list, as JSON or with commas. */
function listOf(form: Form, field: string): string[] {
  const text = form.get(field)?.trim() ?? '';
  if (text === '') return [];
  try {
    const parsed: unknown = JSON.parse(text);
    if (Array.isArray(parsed)) return parsed.map(String).slice(0, 2000);
  } catch {
    // Plain words with commas are no JSON.
  }
  return text
    .split(',')
    .map((each) => each.trim().replace(/^(['"])(.*)\1$/, '$2'))
    .slice(0, 2000);
}

function wrong(field: string): AppError<'invalid_fields'> {
  return new AppError('invalid_fields', { fields: { [field]: [message('Invalid value.')] } });
}
