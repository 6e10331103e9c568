import { message, sayInEnglish, type Words } from '@tessera/core/messages';

/** Kinds of files that become tables. */
export const fileFormats = ['csv', 'json', 'parquet', 'xlsx'] as const;
export type FileFormat = (typeof fileFormats)[number];

/** What a column of an uploaded file holds. `other` is a type that the file itself declares. */
export const columnTypes = ['text', 'integer', 'number', 'boolean', 'date', 'time'] as const;
export type ColumnType = (typeof columnTypes)[number];

/** What becomes of rows that do not fit: nothing is loaded, they are left out, or what does not fit is empty. */
export const faultRules = ['refuse', 'leave_out', 'empty'] as const;
export type FaultRule = (typeof faultRules)[number];

/** How a file is read; what is left out is found out from the file. */
export type ReadOptions = {
  readonly format?: FileFormat;
  readonly encoding?: string;
  readonly delimiter?: string;
  /** Whether the first row holds the names of the columns. */
  readonly header?: boolean;
  readonly skipRows?: number;
  readonly sheet?: string;
  readonly decimal?: '.' | ',';
  readonly dayFirst?: boolean;
  /** By the place of the column; null is found out. */
  readonly types?: readonly (ColumnType | null)[];
  readonly nullValues?: readonly string[];
  /** Only these columns, by their names in the table. */
  readonly columns?: readonly string[];
  readonly maxRows?: number;
  readonly faults?: FaultRule;
};

/** A row that does not fit. `line` is that of the file, the row of the sheet, or null where a format has none. */
export type Fault = {
  readonly line: number | null;
  readonly column: string | null;
  readonly text: string;
  readonly reason: 'too_few_cells' | 'too_many_cells' | 'quotes' | 'encoding' | 'too_long' | 'type';
  readonly type: ColumnType | null;
};

export type ColumnProfile = {
  readonly name: string;
  /** As the file has it, where the table calls it otherwise. */
  readonly original: string | null;
  readonly type: ColumnType | 'other';
  readonly sqlType: string;
  readonly nulls: number;
  readonly distinct: number;
  readonly min: string | null;
  readonly max: string | null;
  readonly mean: number | null;
  readonly top: readonly { readonly value: string; readonly count: number }[];
  /** Rows per equal part of the range; null where there is none. */
  readonly bins: readonly number[] | null;
  /** Days and months could be distinguished in no row. */
  readonly isAmbiguous: boolean;
};

/** What a file turned out to be; the table is ready when `faults` is empty or a rule deals with them. */
export type Preview = {
  readonly format: FileFormat;
  readonly encoding: string | null;
  readonly delimiter: string | null;
  readonly header: boolean | null;
  readonly decimal: '.' | ',' | null;
  readonly sheets: readonly string[];
  readonly sheet: string | null;
  readonly rows: number;
  readonly columns: readonly ColumnProfile[];
  readonly sample: readonly (readonly (string | null)[])[];
  readonly faultCount: number;
  readonly faults: readonly Fault[];
  readonly leftOut: number;
  readonly isReady: boolean;
};

export type LoadStep = 'reading' | 'typing' | 'profiling';

/** What the process is asked for, as its only argument (JSON). Every path is absolute. */
export type LoadTask = {
  /** The file as it was sent. */
  readonly source: string;
  /** A folder of its own, for whatever it writes. */
  readonly folder: string;
  /** The database file that it makes. */
  readonly target: string;
  readonly table: string;
  readonly options: ReadOptions;
  readonly memoryMb: number;
  readonly temporaryMb: number;
  /** What an unpacked workbook may have. */
  readonly unpackedMb: number;
  /** Rows of this file are put before those of the new one. */
  readonly appendTo?: string;
};
/** Give the table of a database file another name. */
export type RenameTask = { readonly file: string; readonly from: string; readonly to: string };
export type UploadTask = { readonly load: LoadTask } | { readonly rename: RenameTask };
export type LoadReply =
  | { readonly type: 'renamed' }
  | { readonly type: 'progress'; readonly step: LoadStep; readonly share: number | null }
  | { readonly type: 'done'; readonly preview: Preview }
  | { readonly type: 'failed'; readonly reason: Words; readonly line: number | null };

/** A file that cannot be read, in words for whoever sent it. */
export class UnreadableFile extends Error {
  readonly reason: Words;
  readonly line: number | null;
  constructor(reason: Words, line: number | null = null) {
    super(sayInEnglish(reason));
    this.reason = reason;
    this.line = line;
  }
}

export const tooMuchMemory: Words = message(
  'Reading this file takes more memory than it may. Split it, or save it as CSV or Parquet.',
);

/** What is said of an error, whatever it is; those of the engine name paths that mean nothing to its reader. */
export function reasonOf(error: unknown): Words {
  if (error instanceof UnreadableFile) return error.reason;
  const text = error instanceof Error ? error.message : String(error);
  if (/^Out of Memory Error|^(Invalid string|Invalid array|Array buffer) /i.test(text)) return tooMuchMemory;
  const reason = text
    .split('\n', 1)
    .join('')
    .replace(/["']?\/[^\s"':]+["']?/g, '…')
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, 300);
  return message('The file could not be read: %(reason)s', { reason });
}
